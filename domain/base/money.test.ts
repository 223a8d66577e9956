import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { formatPesos } from './money.ts';

describe('formatPesos', () => {
  test.each([
    [0, '$0'],
    [999, '$999'],
    [1700, '$1.700'],
    [10_000, '$10.000'],
    [1_234_567, '$1.234.567'],
    [99.5, '$100'],
  ])('writes %d as %s', (amount, text) => {
    expect(formatPesos(amount)).toBe(text);
  });

  test('shows every amount with a plain dollar sign, dots between thousands and no decimals', () => {
    forAll(fc.nat(2_000_000_000), (amount) => {
      const text = formatPesos(amount);
      expect(text).toMatch(/^\$\d{1,3}(\.\d{3})*$/);
      expect(Number(text.replace(/[$.]/g, ''))).toBe(amount);
    });
  });
});
