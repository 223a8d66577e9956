import { expect, test } from 'vitest';
import { arrivalOf, dueOn } from './business-days.ts';

test.each([
  ['a week without holidays', '2026-03-09', '2026-03-16'],
  ['a Friday', '2026-03-06', '2026-03-13'],
  ['a Saturday', '2026-03-07', '2026-03-13'],
  ['a Sunday', '2026-03-08', '2026-03-13'],
  ['before Good Friday', '2026-03-30', '2026-04-07'],
  ['before the national holidays', '2026-09-14', '2026-09-22'],
  ['over the end of the year', '2026-12-23', '2026-12-31'],
  ['before a leap day', '2028-02-25', '2028-03-03'],
])('an order paid in %s, on %s, must leave on %s', (_name, paidOn, expected) => {
  expect(dueOn(paidOn)).toBe(expected);
});

test('an order that is not paid has no day', () => {
  expect(dueOn(null)).toBeNull();
});

test('the number of days can be another, and closed days do not count', () => {
  expect(dueOn('2026-03-09', { minDays: 7, closures: [] })).toBe('2026-03-18');
  const closures = [{ from: '2026-03-10', to: '2026-03-12', reason: '' }];
  expect(dueOn('2026-03-09', { minDays: 2, closures })).toBe('2026-03-16');
});

test('an order arrives between two workdays of the calendar', () => {
  expect(arrivalOf('2026-11-24')).toEqual({ from: '2026-12-01', to: '2026-12-03' });
  const closures = [{ from: '2026-11-30', to: '2026-12-04', reason: '' }];
  const promise = { minDays: 5, maxDays: 7, closures };
  expect(arrivalOf('2026-11-24', promise)).toEqual({ from: '2026-12-09', to: '2026-12-11' });
});
