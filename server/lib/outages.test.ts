import { expect, test } from 'vitest';
import { isOutage } from './outages.ts';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  'ENOSPC',
  'EROFS',
  'ECONNRESET',
  'ENOMEM',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_READONLY_DBMOVED',
  '08006',
  '53100',
  '57P02',
  '57014',
])('%s is an outage', (code) => {
  expect(isOutage(coded(code))).toBe(true);
});

test('so is a closed connection, which has no code, and an error that it caused', () => {
  const broken = new Error('Connection terminated unexpectedly');
  expect(isOutage(broken)).toBe(true);
  expect(isOutage(new Error('sign-in failed', { cause: broken }))).toBe(true);
});

test.each(['SQLITE_CONSTRAINT_CHECK', '23505', '22P02', 'ERR_ASSERTION'])(
  '%s is a fault of the shop',
  (code) => {
    expect(isOutage(coded(code))).toBe(false);
  },
);

test('a value that is no error is no outage', () => {
  expect(isOutage('ENOSPC')).toBe(false);
});
