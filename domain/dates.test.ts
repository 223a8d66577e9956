import { describe, expect, test } from 'vitest';
import { addDays, dayOf, formatDate, formatDateTime, isDay, startOfDay } from './dates.ts';

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

describe('days in Chile', () => {
  test('a day that does not exist is none', () => {
    expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true);
    expect(
      ['2026-02-29', '2026-2-1', '', 'hoy', '2026-13-01', '02026-01-01'].filter(isDay),
    ).toEqual([]);
  });

  test('begin at midnight on the clocks of the season', () => {
    expect(new Date(startOfDay('2026-01-15')).toISOString()).toBe('2026-01-15T03:00:00.000Z');
    expect(new Date(startOfDay('2026-07-15')).toISOString()).toBe('2026-07-15T04:00:00.000Z');
  });

  test('follow each other without a gap, where the clocks change too', () => {
    let day = '2024-01-01';
    for (let count = 0; count < 1100; count += 1) {
      const start = startOfDay(day);
      expect([dayOf(start), dayOf(start - 1)]).toEqual([day, addDays(day, -1)]);
      day = addDays(day, 1);
    }
  });
});
