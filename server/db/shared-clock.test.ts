import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareClock } from './shared-clock.ts';

const START = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database whose clock is ahead of the machine's, and answers after a while, in milliseconds. */
function database(state: { ahead: number; trip?: number; isAway?: boolean }) {
  return {
    readClock: async () => {
      if (state.isAway) throw new Error('away');
      const { trip = 0 } = state;
      vi.setSystemTime(Date.now() + trip);
      return Date.now() - trip / 2 + state.ahead;
    },
  };
}

test('the clock is the database’s, and follows it every minute until it is stopped', async () => {
  const state = { ahead: 90_000, isAway: false };
  const { clock, stop } = await shareClock(database(state));
  expect(clock()).toBe(Date.now() + 90_000);
  state.ahead = -5000;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(clock()).toBe(Date.now() - 5000);
  Object.assign(state, { ahead: 0, isAway: true });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(clock()).toBe(Date.now() - 5000);
  state.isAway = false;
  stop();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(clock()).toBe(Date.now() - 5000);
});

test.each([
  ['a small difference', 999, 0, 0],
  ['one of a second', 1000, 0, 1000],
  ['a whole second behind', -1000, 0, -1000],
  ['an answer within a second', 7000, 1000, 7000],
  ['a slower answer', 7000, 1002, 0],
])('%s (%i ms, after %i ms) sets the clock ahead by %i ms', async (_what, ahead, trip, wanted) => {
  const { clock, stop } = await shareClock(database({ ahead, trip }));
  expect(clock() - Date.now()).toBe(wanted);
  stop();
});

test('an answer during which the machine’s clock was set back says nothing', async () => {
  const { clock, stop } = await shareClock(database({ ahead: 7000, trip: -4000 }));
  expect(clock()).toBe(Date.now());
  stop();
});

test('a database without a clock is not asked again', async () => {
  const readClock = vi.fn(async () => null);
  const { clock } = await shareClock({ readClock });
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect([clock(), readClock.mock.calls.length]).toEqual([Date.now(), 1]);
});
