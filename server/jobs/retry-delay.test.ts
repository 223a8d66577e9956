import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { MAX_ATTEMPTS, retryDelay } from './worker.ts';

const HOUR_MS = 3_600_000;

test('each delay is twice the last, up to an hour', () => {
  const waits = Array.from({ length: 12 }, (_, at) => retryDelay(at + 1, 0.5));
  expect(waits.slice(0, 4)).toEqual([5000, 10_000, 20_000, 40_000]);
  expect(waits.slice(-2)).toEqual([HOUR_MS, HOUR_MS]);
});

test('the random part is at most a quarter', () => {
  forAll(
    fc.integer({ min: 1, max: MAX_ATTEMPTS }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (attempts, random) => {
      const middle = retryDelay(attempts, 0.5);
      const wait = retryDelay(attempts, random);
      expect(wait).toBeGreaterThanOrEqual(Math.round(middle * 0.75));
      expect(wait).toBeLessThanOrEqual(Math.round(middle * 1.25));
    },
  );
});

test('a job fails for good after about two days', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => retryDelay(at + 1, 0.5));
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS;
  expect(hours).toBeGreaterThan(47);
  expect(hours).toBeLessThan(50);
});
