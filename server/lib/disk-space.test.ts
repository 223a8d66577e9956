import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { isFullDisk, readDiskSpace, reservedBytes } from './disk-space.ts';

test('a disk has a size, and less that is free', async () => {
  const { total, free } = await readDiskSpace(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});

test.each([
  ['64 MB', 64e6, 6.4e6],
  ['10 GB', 10e9, 500e6],
  ['100 GB', 100e9, 2e9],
  ['4 TB', 4e12, 5e9],
])('of a disk of %s a part is reserved for orders', (_name, total, reserved) => {
  expect(reservedBytes({ total })).toBe(reserved);
});

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('a disk is full by the code %s', (code) => {
  expect(isFullDisk(Object.assign(new Error('full'), { code }))).toBe(true);
});
