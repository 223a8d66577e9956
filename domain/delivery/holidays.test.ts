import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { dayOf } from '#domain/base/dates.ts';
import { HOLIDAY_TABLE, isHoliday } from './business-days.ts';

const [FIRST, LAST] = [2024, 2060];

/** Returns the table as date-holidays computes it, which follows Chile's laws and their changes. */
function makeTable(): string {
  const library = new Holidays('CL', { timezone: 'America/Santiago' });
  const years = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);
  const lines = years.map((year) => {
    const days = library
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10))
      .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
      .map((day) => day.slice(5));
    return [year, ...new Set(days)].join(' ');
  });
  return `\n${lines.join('\n')}\n`;
}

test('the table is what date-holidays says; where it is not, put this in its place', () => {
  expect(HOLIDAY_TABLE).toBe(makeTable());
});

test('the table reaches ten years ahead', () => {
  expect(Number(dayOf(Date.now()).slice(0, 4)) + 10).toBeLessThanOrEqual(LAST);
});

test.each([
  ['2026-09-18', true],
  ['2027-09-17', true],
  ['2026-04-03', true],
  ['2026-06-29', true],
  ['2027-06-28', true],
  ['2027-06-29', false],
  ['2026-09-17', false],
  ['2026-12-31', false],
  ['2024-06-20', true],
  ['1999-01-01', false],
])('%s is a holiday: %s', (day, expected) => {
  expect(isHoliday(day)).toBe(expected);
});
