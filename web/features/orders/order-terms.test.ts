import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysTo } from '#web/features/delivery/days-to.ts';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/prerender.tsx';
import { findTermsChanges, shownTerms, showTerms } from './order-terms.ts';

const old = { ...unfilledConfig, termsVersion: '2026-11-21' };
const fresh = {
  ...old,
  termsVersion: '2026-11-24.1',
  delivery: { ...old.delivery, minDays: 8, maxDays: 10 },
};
const today = { termsVersion: '2026-11-24.1', promise: { minDays: 8, maxDays: 10 } };

const here = { region: 'XVI' };

const answers: object[] = [];
const fetched = vi.fn(async () => {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  return Response.json({ success: true, ...answer });
});

beforeEach(() => {
  pageConfig.set(old);
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('other days are told in words, another version alone is not', () => {
  expect(findTermsChanges(today, here)).toEqual([
    { label: 'Entrega', before: '5 a 7 días hábiles', after: '8 a 10 días hábiles' },
  ]);
  expect(findTermsChanges({ ...shownTerms(here), termsVersion: 'other' }, here)).toEqual([]);
});

test('a region to which parcels take longer has days of its own, unless they are picked up', () => {
  const arrivals = [{ region: 'XII', days: 4, from: '2026-12-01', to: '2026-12-03' }];
  pageConfig.set({ ...old, arrivals });
  const far = { region: 'XII' };
  expect(shownTerms(far).promise).toEqual({ minDays: 9, maxDays: 11 });
  expect(daysTo(far, pageConfig.get())).toMatchObject({
    within: '9 a 11 días hábiles',
    short: '9-11',
    arrival: 'entre el 1 de diciembre y el 3 de diciembre',
    isFar: true,
  });
  for (const to of [here, { ...far, way: 'pickup' }]) {
    expect(shownTerms(to).promise).toEqual({ minDays: 5, maxDays: 7 });
    expect(daysTo(to, pageConfig.get()).isFar).toBe(false);
  }
});

test('the page shows the new terms, also from a server that is behind at first', async () => {
  answers.splice(0, answers.length, old, old, fresh);
  const shown = showTerms(today);
  await vi.runAllTimersAsync();
  await shown;
  expect(shownTerms(here)).toEqual(today);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a server that stays behind is given up', async () => {
  answers.splice(0, answers.length, old);
  const shown = showTerms(today);
  await vi.runAllTimersAsync();
  await shown;
  expect(shownTerms(here).termsVersion).toBe(old.termsVersion);
});
