import { describe, expect, it } from 'vitest';
import { type CodeForm, checkForm, followEdit, newCode, toBody } from './code-form.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const good: CodeForm = { ...newCode, code: 'VERANO', name: 'Verano', value: '10' };
const editForm = (form: CodeForm, edit: Partial<CodeForm>) =>
  followEdit(form, { ...form, ...edit });

describe('the form for a new code', () => {
  it('begins with a percentage that may be used more than once', () => {
    expect(newCode).toMatchObject({ type: 'percentage', multipleUse: true, value: '' });
  });

  it('clears the value when the type changes, and only then', () => {
    expect(editForm(good, { type: 'fixed' }).value).toBe('');
    expect(editForm(good, { name: 'Otro' }).value).toBe('10');
  });

  it('writes the code in upper case, 20 characters at most', () => {
    expect(editForm(good, { code: 'verano-de-los-pines-2026' }).code).toBe('VERANO-DE-LOS-PINES-');
  });

  it('has a limit of uses only with multiple use', () => {
    const limited = editForm(good, { maxUses: '5' });
    expect(toBody(limited).maxUses).toBe(5);
    expect(toBody(editForm(limited, { multipleUse: false }))).toMatchObject({
      multipleUse: false,
      maxUses: null,
    });
  });

  it.each<[Partial<CodeForm>, object]>([
    [{}, {}],
    [{ code: ' ' }, { code: 'El código es obligatorio' }],
    [{ name: '' }, { name: 'El nombre es obligatorio' }],
    [{ value: '' }, { value: 'El valor es obligatorio' }],
    [{ value: '0' }, { value: 'El valor mínimo es 1' }],
    [{ value: '101' }, { value: 'El porcentaje máximo es 100' }],
    [{ value: '10.5' }, { value: 'El porcentaje debe ser un número entero' }],
    [{ type: 'fixed', value: '99.5' }, {}],
    [{ type: 'free_shipping', value: '' }, {}],
    [{ minOrderTotal: '$ 10.000' }, {}],
    [
      { minOrderTotal: '10.00', maxUses: '1.00' },
      {
        maxUses: 'El máximo de usos debe ser un número entero',
        minOrderTotal: 'El mínimo de compra debe ser un número entero de pesos',
      },
    ],
    [
      { minOrderTotal: '10.5' },
      { minOrderTotal: 'El mínimo de compra debe ser un número entero de pesos' },
    ],
    [
      { minOrderTotal: 'mil' },
      { minOrderTotal: 'El mínimo de compra debe ser un número entero de pesos' },
    ],
    [
      { startsAt: '2026-04-02T10:00', expiresAt: '2026-04-01T10:00' },
      { expiresAt: 'La fecha de expiración debe ser posterior al inicio' },
    ],
    [{ maxUses: '0' }, { maxUses: 'El máximo de usos debe ser 1 o más' }],
    [{ expiresAt: '2026-03-01T08:30' }, { expiresAt: 'La fecha de expiración ya pasó' }],
    [{ expiresAt: '2026-03-01T09:30' }, {}],
  ])('%o', (edit, problems) => {
    expect(checkForm({ ...good, ...edit }, now)).toEqual(problems);
  });

  it('knows whole pesos with their dots, and one use in all from one per person', () => {
    expect(toBody({ ...good, minOrderTotal: '10.000' }).minOrderTotal).toBe(10_000);
    expect(toBody({ ...good, maxUses: '1.000' }).maxUses).toBe(1000);
    expect(toBody({ ...good, type: 'fixed', value: '25.000' }).value).toBe(25_000);
    const once = editForm(good, { oncePerBuyer: true });
    expect(toBody(once).oncePerBuyer).toBe(true);
    expect(toBody(editForm(once, { multipleUse: false })).oncePerBuyer).toBe(false);
  });

  it('sends the expiry as a moment', () => {
    expect(toBody({ ...good, expiresAt: '2026-03-01T09:30' }).expiresAt).toBe(
      '2026-03-01T12:30:00.000Z',
    );
  });
});
