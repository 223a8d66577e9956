import { expect, test } from 'vitest';
import { formatSize } from './backup-texts.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [12_345_678, '12,3 MB'],
  [2_500_000_000, '2,5 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
