import { expect, test } from 'vitest';
import { addDays } from '#domain/base/dates.ts';
import { keptCopies } from './night.ts';

const nights = (count: number, last = '2026-11-28') =>
  Array.from({ length: count }, (_, back) => addDays(last, -back));

test('of a year of nights 7 daily, 4 weekly and 6 monthly copies are kept', () => {
  expect([...keptCopies(nights(365))].sort().reverse()).toEqual([
    ...nights(7),
    // Sundays; this week's and the last's are among the newest seven.
    '2026-11-15',
    '2026-11-08',
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
  ]);
});

test('after a long pause nothing is removed that no newer copy replaces', () => {
  const old = ['2024-01-31', '2024-05-01', '2025-12-31'];
  expect([...keptCopies([...old, '2026-11-28'])].sort()).toEqual([...old, '2026-11-28']);
  expect(keptCopies([])).toEqual(new Set());
});

test('night after night the kept copies never lose a period that they will need', () => {
  let kept: string[] = [];
  for (const day of nights(400).reverse()) kept = [...keptCopies([...kept, day])];
  expect(new Set(kept)).toEqual(keptCopies(nights(400)));
});
