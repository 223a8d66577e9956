import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  expect(findTermsChanges(today)).toEqual([
    { label: 'Entrega', before: '5 a 7 días hábiles', after: '8 a 10 días hábiles' },
  ]);
  expect(findTermsChanges({ ...shownTerms(), termsVersion: 'other' })).toEqual([]);
});

test('the page shows the new terms, also from a server that is behind at first', async () => {
  answers.splice(0, answers.length, old, old, fresh);
  const shown = showTerms(today);
  await vi.runAllTimersAsync();
  await shown;
  expect(shownTerms()).toEqual(today);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a server that stays behind is given up', async () => {
  answers.splice(0, answers.length, old);
  const shown = showTerms(today);
  await vi.runAllTimersAsync();
  await shown;
  expect(shownTerms().termsVersion).toBe(old.termsVersion);
});
