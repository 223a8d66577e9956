import { expect, test } from 'vitest';
import { problemsOf } from '#contract/base/rules.ts';
import { createDiscountBody } from './discounts-admin.ts';

const now = Date.parse('2026-01-15T12:00:00Z');
const schema = createDiscountBody({ now });
const code = { code: 'CLUB10', name: 'Club', type: 'percentage', value: 10 };

test('a code is for everybody, all pins and as many orders as there are, unless it says otherwise', () => {
  expect(schema.parse(code)).toEqual({
    ...code,
    ...{ multipleUse: true, maxUses: null, oncePerBuyer: false, minOrderTotal: null },
    ...{ products: [], startsAt: null, expiresAt: null },
  });
});

test('an empty field of the form is none, and zero stays zero', () => {
  const empty = { maxUses: '', minOrderTotal: '', startsAt: '', expiresAt: '' };
  expect(schema.parse({ ...code, ...empty })).toMatchObject({
    ...{ maxUses: null, minOrderTotal: null, startsAt: null, expiresAt: null },
  });
  expect(schema.parse({ ...code, maxUses: 5 }).maxUses).toBe(5);
  expect(problemsOf(schema, { ...code, maxUses: 0, minOrderTotal: 0 })).toEqual({
    maxUses: 'El máximo de usos debe ser 1 o más',
    minOrderTotal: 'El mínimo de compra debe ser $1 o más',
  });
});

test.each([
  ['2026-01-15T18:30', '2026-01-15T21:30:00Z'],
  ['2026-01-15T18:30:00Z', '2026-01-15T18:30:00Z'],
  ['2026-01-15T18:30:00-05:00', '2026-01-15T23:30:00Z'],
])('%s begins at %s: without a zone it is a clock in Chile', (startsAt, utc) => {
  expect(schema.parse({ ...code, startsAt }).startsAt).toBe(Date.parse(utc));
});

test('a number that is none is told as an empty field, another type as what it should be', () => {
  const said = (value: unknown) => problemsOf(schema, { ...code, value }).value;
  expect(said(Number.NaN)).toBe('El valor es obligatorio');
  expect(said('10')).toBe('Debe ser un número');
  expect(problemsOf(schema, { ...code, startsAt: 'ayer' }).startsAt).toBe('La fecha no es válida');
});

test('a code that has expired by now is not made', () => {
  expect(problemsOf(schema, { ...code, expiresAt: '2026-01-15T11:00:00Z' })).toEqual({
    expiresAt: 'La fecha de expiración ya pasó',
  });
});
