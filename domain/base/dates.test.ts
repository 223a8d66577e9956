import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayAndMonth,
  formatLongDay,
  fromLocalTime,
  isDay,
  startOfDay,
  toLocalTime,
} from './dates.ts';

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
      [
        '2026-02-29',
        '2026-2-1',
        '',
        'hoy',
        '2026-13-01',
        '02026-01-01',
        '2026-02',
        '+012026-01-01',
      ].filter(isDay),
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
      expect([dayOf(start + 1), dayOf(start - 2)]).toEqual([day, addDays(day, -1)]);
      day = addDays(day, 1);
    }
  });
});

test('a day of the calendar is written as a moment of it is', () => {
  expect([formatDay('2026-03-09'), formatDay('2026-07-01')]).toEqual(['9/3/2026', '1/7/2026']);
});

test('what is no time is not available', () => {
  expect([formatDate(null), formatDateTime('mañana'), formatDay('')]).toEqual(
    Array(3).fill('No disponible'),
  );
});

describe('a clock in Chile', () => {
  test.each([
    ['2026-01-15T18:30', '2026-01-15T21:30:00.000Z'],
    ['2026-07-15T18:30', '2026-07-15T22:30:00.000Z'],
    ['2026-07-15T00:00', '2026-07-15T04:00:00.000Z'],
  ])('shows %s at %s', (local, utc) => {
    expect(new Date(fromLocalTime(local)).toISOString()).toBe(utc);
    expect(toLocalTime(Date.parse(utc))).toBe(local);
  });

  test('leaves out an hour in spring: a time of it is taken for one that exists', () => {
    const time = fromLocalTime('2026-09-06T00:30');
    expect(new Date(time).toISOString()).toBe('2026-09-06T04:30:00.000Z');
  });

  test('shows an hour twice in autumn: a time of it is the first', () => {
    const time = fromLocalTime('2026-04-04T23:30');
    expect(new Date(time).toISOString()).toBe('2026-04-05T02:30:00.000Z');
  });

  test('is read with its seconds, too', () => {
    const time = fromLocalTime('2026-01-15T18:30:15');
    expect(new Date(time).toISOString()).toBe('2026-01-15T21:30:15.000Z');
  });

  test('never shows what is no time', () => {
    expect(fromLocalTime('mañana')).toBeNaN();
  });
});

test("a calendar day is written in words, independent of the machine's clock", () => {
  expect(formatLongDay('2026-03-09')).toBe('9 de marzo de 2026');
  expect(formatDayAndMonth('2026-12-31')).toBe('31 de diciembre');
});
