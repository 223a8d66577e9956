import { expect, test } from 'vitest';
import { pesosProblem, readWhole } from './decimals.ts';

test.each([
  ['25000', 25_000],
  [' 25.000 ', 25_000],
  ['-1.000.000', -1_000_000],
  ['$25.000', 25_000],
  ['$ 1.000', 1000],
  ['−$5.000', -5000],
  ['–5000', -5000],
  ['$', Number.NaN],
  ['25.00', Number.NaN],
  ['25,5', 25.5],
  ['2.5000', 2.5],
  ['', Number.NaN],
])('%s in pesos is %d, never a part of it', (typed, pesos) => {
  expect(readWhole(typed)).toBe(pesos);
});

test.each([
  [1, undefined],
  [4200, undefined],
  [4201, 'Puede ser de hasta $4.200'],
  [25.5, 'Escribe un monto en pesos, sin decimales'],
  [0, 'Escribe un monto en pesos, sin decimales'],
  [Number.NaN, 'Escribe un monto en pesos, sin decimales'],
])('of %d pesos up to 4,200 the problem is %s', (amount, problem) => {
  expect(pesosProblem(amount, 4200)).toBe(problem);
});
