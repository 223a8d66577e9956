import { describe, expect, test } from 'vitest';
import { arrivalOf, dueOn } from '#domain/delivery/business-days.ts';
import { payByOf, remindersDue } from '#domain/payments/unpaid.ts';
import {
  addDays,
  dayOf,
  formatDay,
  fromLocalTime,
  isDay,
  startOfDay,
  toLocalTime,
} from './dates.ts';

const HOUR_MS = 3_600_000;
const YEARS = [2024, 2025, 2026, 2027, 2028, 2029, 2030];
const RULES = { payDays: 3, reminders: [{ day: 1 }, { day: 3 }], cancels: true };

/** Returns the Sunday of Chile's clock change: the first after the first Saturday of the month. */
function changeDay(year: number, month: '04' | '09'): string {
  let day = `${year}-${month}-01`;
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 6) day = addDays(day, 1);
  return addDays(day, 1);
}

const hoursOf = (day: string) => (startOfDay(addDays(day, 1)) - startOfDay(day)) / HOUR_MS;

describe.each(YEARS)("Chile's clock in %i", (year) => {
  const [autumn, spring] = [changeDay(year, '04'), changeDay(year, '09')];

  test('has one day of 25 hours, one of 23, and all others of 24', () => {
    const odd: [string, number][] = [];
    for (let day = `${year}-01-01`; day < `${year + 1}-01-01`; day = addDays(day, 1)) {
      if (hoursOf(day) !== 24) odd.push([day, hoursOf(day)]);
    }
    expect(odd).toEqual([
      [addDays(autumn, -1), 25],
      [spring, 23],
    ]);
  });

  test('never shows an earlier day, and what it shows can be read back', () => {
    for (const around of [autumn, spring]) {
      let before = '';
      for (let at = -30; at <= 30; at += 0.25) {
        const time = startOfDay(around) + at * HOUR_MS;
        const day = dayOf(time);
        expect(day >= before).toBe(true);
        expect(startOfDay(day) <= time && time < startOfDay(addDays(day, 1))).toBe(true);
        // Of an hour that occurs twice the first one counts.
        expect([0, HOUR_MS]).toContain(time - fromLocalTime(toLocalTime(time)));
        before = day;
      }
    }
  });

  test('a promise, a deadline and a reminder count days, not hours', () => {
    for (const around of [autumn, spring]) {
      for (let hour = -26; hour <= 26; hour += 1) {
        const time = startOfDay(around) + hour * HOUR_MS;
        const today = dayOf(time);
        expect(payByOf(time, RULES)).toBe(addDays(today, 3));
        const due = [0, 1, 2, 3, 4].map((later) =>
          remindersDue(time, addDays(today, later), RULES),
        );
        expect(due).toEqual([0, 1, 1, 2, 2]);
        const { from, to } = arrivalOf(today);
        expect(dueOn(today)).toBe(from);
        expect(isDay(from) && from < to).toBe(true);
      }
    }
  });
});

describe('a leap day', () => {
  test('is counted like any other', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2028-02-29', 366)).toBe('2029-03-01');
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(formatDay('2028-02-29')).toBe('29/2/2028');
    expect(dayOf(startOfDay('2028-02-29'))).toBe('2028-02-29');
    expect(payByOf(startOfDay('2028-02-29') + HOUR_MS, { ...RULES, payDays: 1 })).toBe(
      '2028-03-01',
    );
    // A Tuesday: Wednesday is the first business day, and so on.
    expect(arrivalOf('2028-02-29')).toEqual({ from: '2028-03-07', to: '2028-03-09' });
    expect(arrivalOf('2028-02-28')).toEqual({ from: '2028-03-06', to: '2028-03-08' });
  });
});
