import { expect, test } from 'vitest';
import { areReported, payerPeriods } from './payers.ts';

test.each([
  ['2026-01-01', '2026-01-01', '2026-01-01'],
  ['2026-06-30', '2026-06-01', '2026-01-01'],
  ['2026-07-01', '2026-07-01', '2026-07-01'],
  ['2026-12-31', '2026-12-01', '2026-07-01'],
])('on %s the month began on %s and the half-year on %s', (day, month, semester) => {
  expect(payerPeriods(day)).toEqual({ month, semester });
});

test('an account is reported from 51 payers in a month or 100 in a half-year on', () => {
  expect(areReported({ month: 50, semester: 99 })).toBe(false);
  expect(areReported({ month: 51, semester: 51 })).toBe(true);
  expect(areReported({ month: 0, semester: 100 })).toBe(true);
});
