import { expect, test } from 'vitest';
import { sampleCode } from '#contract/testing/samples.ts';
import {
  broughtText,
  conditionsText,
  hasStarted,
  isUsedUp,
  usesText,
  valueText,
} from './code-form.ts';

const code = sampleCode('VERANO');

test('uses are shown beside their maximum, or beside infinity', () => {
  expect(usesText({ ...code, maxUses: 5, currentUses: 2 })).toBe('2 / 5');
  expect(usesText(code)).toBe('0 / ∞');
  expect(usesText({ ...code, multipleUse: false })).toBe('0 / ∞');
});

test('the revenue of a code is shown in orders and pesos', () => {
  expect(broughtText({ ...code, currentUses: 1, revenue: 4030 })).toBe('1 pedido, $4.030');
  expect(broughtText({ ...code, currentUses: 12, revenue: 48_360 })).toBe('12 pedidos, $48.360');
});

test('a code for a single use is used up by its first', () => {
  const single = { ...code, multipleUse: false };
  expect(isUsedUp(single)).toBe(false);
  expect(isUsedUp({ ...single, currentUses: 1 })).toBe(true);
  expect(isUsedUp({ ...code, currentUses: 1000 })).toBe(false);
});

test('what a code asks for reads as sentences; free shipping has no value', () => {
  const startsAt = '2026-03-05T15:30:00.000Z';
  expect(conditionsText(code)).toBe('');
  expect(conditionsText({ ...code, minOrderTotal: 10_000, startsAt })).toBe(
    'Desde $10.000 en pines. Vale desde el 5/3/2026, 12:30.',
  );
  expect(hasStarted({ ...code, startsAt }, Date.parse(startsAt) - 1)).toBe(false);
  expect(valueText({ ...code, type: 'free_shipping', value: 0 })).toBe('–');
});
