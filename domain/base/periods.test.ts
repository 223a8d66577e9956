import { expect, test } from 'vitest';
import { addDays } from './dates.ts';
import { lastPeriods } from './periods.ts';

test('weeks run from Monday to Sunday, over the end of a year too', () => {
  expect(lastPeriods('2026-01-01', 'week', 2)).toEqual([
    { from: '2025-12-22', to: '2025-12-28' },
    { from: '2025-12-29', to: '2026-01-04' },
  ]);
  expect(lastPeriods('2026-03-09', 'week', 1)).toEqual([{ from: '2026-03-09', to: '2026-03-15' }]);
  expect(lastPeriods('2026-03-15', 'week', 1)).toEqual([{ from: '2026-03-09', to: '2026-03-15' }]);
});

test('months have the days of the calendar', () => {
  expect(lastPeriods('2024-03-31', 'month', 4)).toEqual([
    { from: '2023-12-01', to: '2023-12-31' },
    { from: '2024-01-01', to: '2024-01-31' },
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2024-03-01', to: '2024-03-31' },
  ]);
});

test.each(['week', 'month'] as const)('no day is in two of a %s, and none in no one', (period) => {
  const all = lastPeriods('2026-05-20', period, 24);
  for (const [at, { from }] of all.entries()) {
    const before = all[at - 1];
    if (before) expect(addDays(before.to, 1)).toBe(from);
  }
});
