import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './dates.ts';

test.each([
  ['2024-03-05T15:00:00.000Z', '5/3/2024', '5/3/2024, 12:00'],
  ['2024-07-05T15:00:00.000Z', '5/7/2024', '5/7/2024, 11:00'],
  ['2026-01-01T02:30:00.000Z', '31/12/2025', '31/12/2025, 23:30'],
  ['2026-01-01T03:05:00.000Z', '1/1/2026', '1/1/2026, 00:05'],
])('%s is %s in Chile', (time, date, dateTime) => {
  expect(formatDate(time)).toBe(date);
  expect(formatDate(Date.parse(time))).toBe(date);
  expect(formatDateTime(time)).toBe(dateTime);
});
