import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import {
  isMailUnreliable,
  judgeAddress,
  judgeCopies,
  judgeDatabase,
  judgeDisk,
  judgeFiles,
  judgeJobs,
  judgeMail,
  judgeUpdate,
} from './checks.ts';
import { mailLabel } from './mail-labels.ts';
import { compareVersions, parseVersion } from './versions.ts';

const NOW = Date.parse('2026-03-09T12:00:00Z');
const MINUTE_MS = 60_000;
const mails = { failed: 0, failedSince: null, waitingSince: null, areFiles: false };

test.each([
  ['none', mails, 'ok', undefined],
  ['one that has waited 59 minutes', waiting(59), 'ok', undefined],
  ['one that has waited an hour', waiting(60), 'warning', NOW],
  ['one that was refused', { ...mails, failed: 1, failedSince: 7 }, 'failed', 7],
  ['a refusal before a wait', { ...waiting(90), failed: 2, failedSince: 7 }, 'failed', 7],
])('mails: %s', (_name, facts, state, since) => {
  expect(judgeMail(facts, NOW)).toMatchObject({ state, ...(since !== undefined && { since }) });
});

test('mails that are only stored are not said to be sent', () => {
  const { state, text } = judgeMail({ ...mails, areFiles: true }, NOW);
  expect(state).toBe('ok');
  expect(text).toContain('nadie los recibe');
});

function waiting(minutes: number) {
  return { ...mails, waitingSince: NOW - minutes * MINUTE_MS };
}

test('mail is unreliable after several refusals, or an hour of waiting', () => {
  const facts = [mails, { ...mails, failed: 1 }, waiting(59), { ...mails, failed: 2 }, waiting(60)];
  expect(facts.map((each) => isMailUnreliable(each, NOW))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('jobs: any that was given up', () => {
  expect(judgeJobs({ failed: 0, failedSince: null }).state).toBe('ok');
  expect(judgeJobs({ failed: 1, failedSince: 5 })).toEqual({
    ...{ state: 'failed', text: 'Una tarea no se pudo terminar', since: 5 },
  });
});

describe('copies', () => {
  const HOUR_MS = 3_600_000;
  const good = {
    ...{ lastCopy: NOW - HOUR_MS, lastTrial: NOW - DAY_MS, isTrialFailed: false },
    place: 'apart' as const,
    expectedSince: NOW - 30 * DAY_MS,
  };
  test.each([
    ['of last night', good, 'ok', undefined],
    [
      'on a new shop',
      { ...good, lastCopy: null, lastTrial: null, expectedSince: NOW },
      'ok',
      undefined,
    ],
    [
      'none after 26 hours',
      { ...good, lastCopy: null },
      'failed',
      NOW - 30 * DAY_MS + 26 * HOUR_MS,
    ],
    ['26 hours old', { ...good, lastCopy: NOW - 26 * HOUR_MS }, 'ok', undefined],
    ['older', { ...good, lastCopy: NOW - 27 * HOUR_MS }, 'failed', NOW - HOUR_MS],
    ['not tried for eight days', { ...good, lastTrial: NOW - 9 * DAY_MS }, 'warning', NOW - DAY_MS],
    ['never tried', { ...good, lastTrial: null }, 'warning', NOW - 22 * DAY_MS],
    ['of which none can be restored', { ...good, isTrialFailed: true }, 'failed', undefined],
    ['where none else was set', { ...good, place: 'same' as const }, 'ok', undefined],
    ['not where they were set', { ...good, place: 'lost' as const }, 'warning', undefined],
    ['whose folder is away', { ...good, place: 'missing' as const }, 'failed', undefined],
  ])('%s', (_name, facts, state, since) => {
    expect(judgeCopies(facts, NOW)).toEqual({
      ...{ state, text: expect.any(String) },
      ...(since !== undefined && { since }),
    });
  });
});

test.each([
  [10e9, 'ok', '10 GB'],
  [1.5e9, 'warning', '1,5 GB'],
  [0.9e9, 'failed', '900 MB'],
])('disk: %d bytes free of which 1 GB is reserved', (free, state, text) => {
  expect(judgeDisk({ free, reserved: 1e9 })).toEqual({
    state,
    text: expect.stringContaining(text),
  });
});

test('files and database: any damage', () => {
  expect([judgeFiles(0), judgeFiles(1), judgeDatabase(0), judgeDatabase(2)]).toMatchObject(
    ['ok', 'failed', 'ok', 'failed'].map((state) => ({ state })),
  );
});

describe('the address', () => {
  const url = 'https://pines.cl';
  const good = { url, problem: null, misses: 0, validUntil: NOW + 30 * DAY_MS };
  test.each([
    ['is fine', good, 'ok'],
    ['is none', { ...good, url: null }, 'ok'],
    ['is without TLS on this machine', { ...good, validUntil: null }, 'ok'],
    ['has two weeks left', { ...good, validUntil: NOW + 14 * DAY_MS }, 'ok'],
    ['has less than two weeks left', { ...good, validUntil: NOW + 14 * DAY_MS - 1 }, 'warning'],
    ['is not encrypted', { ...good, problem: 'plain' as const }, 'warning'],
    ['could not be opened once', { ...good, misses: 1 }, 'ok'],
    ['could not be opened twice', { ...good, misses: 2 }, 'warning'],
    ['has an invalid certificate', { ...good, problem: 'certificate' as const }, 'failed'],
    ['is of another page', { ...good, problem: 'foreign' as const }, 'failed'],
  ])('%s', (_name, facts, state) => {
    expect(judgeAddress(facts, NOW).state).toBe(state);
  });
});

test.each([
  ['1.2.3', '1.10.0', 'warning'],
  ['1.10.0', '1.10.0', 'ok'],
  ['2.0.0', '1.10.0', 'ok'],
  ['1.0.0', null, 'ok'],
])('version %s with %s as the newest', (own, latest, state) => {
  expect(judgeUpdate({ own, latest }).state).toBe(state);
});

test('a version is three numbers and nothing else', () => {
  expect([' v1.02.3\n', '1.2', '1.2.3-rc1', '<p>1.2.3</p>', ''].map(parseVersion)).toEqual([
    ...['1.2.3', null, null, null, null],
  ]);
  expect(compareVersions('0.9.12', '0.10.2')).toBeLessThan(0);
});

test('a mail has its Spanish name, one of another version its own', () => {
  expect([mailLabel('proof_sent'), mailLabel('toString')]).toEqual(['Prueba', 'toString']);
});
