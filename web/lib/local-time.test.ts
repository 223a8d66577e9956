import { expect, it } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

it.each([
  ['2026-01-15T18:30', '2026-01-15T21:30:00.000Z'],
  ['2026-07-15T18:30', '2026-07-15T22:30:00.000Z'],
  ['2026-07-15T00:00', '2026-07-15T04:00:00.000Z'],
])('reads %s as a clock in Chile', (local, utc) => {
  expect(new Date(fromLocalTime(local)).toISOString()).toBe(utc);
  expect(toLocalTime(Date.parse(utc))).toBe(local);
});

it('takes the hour that is left out in spring for a time that exists', () => {
  expect(new Date(fromLocalTime('2026-09-06T00:30')).toISOString()).toBe(
    '2026-09-06T04:30:00.000Z',
  );
});

it('knows what is no time', () => {
  expect(fromLocalTime('mañana')).toBeNaN();
});
