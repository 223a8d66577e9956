import { expect, test } from 'vitest';
import type { DiscountCode } from '#contract/discounts-admin.ts';
import { isUsedUp, usesText } from './code-texts.ts';

const code: DiscountCode = {
  id: 'VERANO',
  code: 'VERANO',
  name: 'Verano',
  type: 'percentage',
  value: 10,
  multipleUse: true,
  maxUses: null,
  currentUses: 0,
  isActive: true,
  expiresAt: null,
};

test('uses stand beside the most that were set, or beside infinity', () => {
  expect(usesText({ ...code, maxUses: 5, currentUses: 2 })).toBe('2 / 5');
  expect(usesText(code)).toBe('0 / ∞');
  expect(usesText({ ...code, multipleUse: false })).toBe('0 / ∞');
});

test('a code for a single use is used up by its first', () => {
  const single = { ...code, multipleUse: false };
  expect(isUsedUp(single)).toBe(false);
  expect(isUsedUp({ ...single, currentUses: 1 })).toBe(true);
  expect(isUsedUp({ ...code, currentUses: 1000 })).toBe(false);
});
