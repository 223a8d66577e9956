import { describe, expect, test } from 'vitest';
import { codeLink } from './code-link.ts';
import { describeDiscountProblem } from './discount-messages.ts';
import { applyDiscount, validateDiscountAnswer, validateDiscountBody } from './discounts.ts';

function problemsOf(value: unknown): string[] {
  const { error } = validateDiscountBody.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('validateDiscountBody', () => {
  test('trims the code and keeps the total', () => {
    expect(validateDiscountBody.parse({ code: ' club10 ', orderTotal: 5100 })).toEqual({
      code: 'CLUB10',
      orderTotal: 5100,
    });
  });

  test('reads a copied code without invisible signs and with composed accents', () => {
    const code = '\u200bN\u0303ANDU\u0301\u2060 ';
    expect(validateDiscountBody.parse({ code, orderTotal: 0 }).code).toBe('ÑANDÚ');
  });

  test('rounds the total to whole pesos', () => {
    expect(validateDiscountBody.parse({ code: 'A', orderTotal: 99.5 }).orderTotal).toBe(100);
    expect(validateDiscountBody.parse({ code: 'A', orderTotal: 0.4 }).orderTotal).toBe(0);
  });

  test.each(['', '   ', '\n\t'])('refuses the blank code %j', (code) => {
    expect(problemsOf({ code, orderTotal: 0 })).toEqual([
      'code: Ingresa un código de descuento válido',
    ]);
  });

  test('accepts a code of 20 characters and no more', () => {
    expect(problemsOf({ code: 'A'.repeat(20), orderTotal: 0 })).toEqual([]);
    expect(problemsOf({ code: 'A'.repeat(21), orderTotal: 0 })).toEqual([
      'code: El texto es demasiado largo (máximo 20 caracteres)',
    ]);
  });

  test('refuses a negative total and wrong types, all at once', () => {
    expect(problemsOf({ code: 'A', orderTotal: -1 })).toEqual([
      'orderTotal: El total no puede ser negativo',
    ]);
    expect(problemsOf({ code: 'A', orderTotal: 1e308 })).toEqual([
      'orderTotal: El total es demasiado alto',
    ]);
    expect(problemsOf({ code: 7, orderTotal: '5100' })).toEqual([
      'code: Debe ser un texto',
      'orderTotal: Debe ser un número',
    ]);
    expect(problemsOf({})).toEqual(['code: Falta este dato', 'orderTotal: Falta este dato']);
    expect(problemsOf([])).toEqual([': Debe ser un objeto JSON']);
  });
});

describe('validateDiscountAnswer', () => {
  const discount = { code: 'CLUB10', type: 'percentage', value: 10, name: 'Club' };

  test('is a success with a discount or a refusal with its text', () => {
    for (const answer of [
      { success: true, discount },
      { success: false, message: 'El código de descuento no existe' },
    ]) {
      expect(validateDiscountAnswer.parse(answer)).toEqual(answer);
    }
  });

  test.each([
    { success: true },
    { success: true, discount: { ...discount, type: 'gratis' } },
    { success: false },
    { discount },
  ])('is nothing else: %j', (answer) => {
    expect(validateDiscountAnswer.safeParse(answer).success).toBe(false);
  });
});

test('applying a code tells what it takes off', () => {
  const discount = { code: 'CLUB10', type: 'percentage', value: 10, name: 'Club' };
  const answer = { success: true, discount, discountAmount: 510, subtotalAfterDiscount: 4590 };
  expect(applyDiscount.answer.parse(answer)).toEqual(answer);
  expect(applyDiscount.answer.safeParse({ success: true, discount }).success).toBe(false);
});

test.each([
  ['unknown', 'El código de descuento no existe'],
  ['inactive', 'El código de descuento no está activo'],
  ['expired', 'El código de descuento está vencido'],
  ['used_up', 'El código de descuento ya no tiene usos disponibles'],
  ['not_started', 'El código de descuento aún no vale: empieza el 1/3/2026, 12:00'],
  ['used_by_buyer', 'Ya usaste este código de descuento: vale una vez por persona'],
  ['below_minimum', 'El código de descuento vale desde $5.000 en pines: te faltan $1.600'],
] as const)('a code that is %s says so', (problem, said) => {
  const refused = { startsAt: Date.parse('2026-03-01T15:00:00Z'), minOrderTotal: 5000 };
  expect(describeDiscountProblem(problem, { ...refused, orderTotal: 3400 })).toBe(said);
});

test('a link contains its code, with any letters', () => {
  expect(codeLink('https://pines.cl', 'AÑO&1')).toBe('https://pines.cl/?codigo=A%C3%91O%261');
});
