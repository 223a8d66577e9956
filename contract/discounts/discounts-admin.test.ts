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

test('an empty field of the form is none', () => {
  const empty = { maxUses: '', minOrderTotal: '', startsAt: '', expiresAt: '' };
  expect(schema.parse({ ...code, ...empty })).toMatchObject({
    ...{ maxUses: null, minOrderTotal: null, startsAt: null, expiresAt: null },
  });
  expect(schema.parse({ ...code, maxUses: 5 }).maxUses).toBe(5);
});

test.each([
  ['2026-01-15T18:30', '2026-01-15T21:30:00Z'],
  ['2026-01-15T18:30:00Z', '2026-01-15T18:30:00Z'],
  ['2026-01-15T18:30:00-05:00', '2026-01-15T23:30:00Z'],
])('%s begins at %s: without a zone it is a clock in Chile', (startsAt, utc) => {
  expect(schema.parse({ ...code, startsAt }).startsAt).toBe(Date.parse(utc));
});

test.each([
  ['code', '   ', 'El código es obligatorio'],
  ['code', 'x'.repeat(21), 'El texto es demasiado largo (máximo 20 caracteres)'],
  ['code', 'ß'.repeat(11), 'El texto es demasiado largo (máximo 20 caracteres)'],
  ['code', 'A\nB', 'El texto debe ir en una sola línea'],
  ['name', ' ', 'El nombre es obligatorio'],
  ['name', 'x'.repeat(101), 'El texto es demasiado largo (máximo 100 caracteres)'],
  ['type', 'gift', 'El tipo debe ser porcentaje, monto fijo o envío gratis'],
  ['minOrderTotal', 0, 'El mínimo de compra debe ser $1 o más'],
  ['minOrderTotal', 1.5, 'El mínimo de compra debe ser un número entero de pesos'],
  ['oncePerBuyer', 'sí', 'Debe ser verdadero o falso'],
  ['startsAt', 'ayer', 'La fecha no es válida'],
  ['value', 0, 'El valor mínimo es 1'],
  ['value', 101, 'El porcentaje máximo es 100'],
  ['value', 10.5, 'El porcentaje debe ser un número entero'],
  ['value', undefined, 'Falta este dato'],
  ['value', Number.NaN, 'El valor es obligatorio'],
  ['value', '10', 'Debe ser un número'],
  ['maxUses', 0, 'El máximo de usos debe ser 1 o más'],
  ['maxUses', 1.5, 'El máximo de usos debe ser un número entero'],
  ['maxUses', 9_999_999_999, 'El máximo de usos es hasta 1.000.000'],
  ['minOrderTotal', 100_000_001, 'El mínimo de compra es hasta $100.000.000'],
  ['expiresAt', '2026-01-15T11:00:00Z', 'La fecha de expiración ya pasó'],
  // The year 10,000 in UTC, and one of antiquity.
  ['expiresAt', '9999-12-31T23:59:00-05:00', 'La fecha no es válida'],
  ['expiresAt', '9999-12-31T23:59', 'La fecha no es válida'],
  ['startsAt', '0026-03-09T12:00', 'La fecha no es válida'],
  ['expiresAt', 'mañana', 'La fecha no es válida'],
])('a code is refused with %s %j', (field, value, message) => {
  expect(problemsOf(schema, { ...code, [field]: value })).toEqual({ [field]: message });
});

test('a code has no part of a hundredth, and no limit beside a single use', () => {
  expect(problemsOf(schema, { ...code, type: 'fixed', value: 10.005 })).toEqual({
    value: 'El monto acepta hasta dos decimales',
  });
  expect(problemsOf(schema, { ...code, multipleUse: false, maxUses: 3 })).toEqual({
    maxUses: 'El máximo de usos es solo para códigos de uso múltiple',
  });
  expect(Object.keys(problemsOf(schema, { ...code, products: ['un pin'] }))).not.toEqual([]);
});
