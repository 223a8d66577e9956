import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseCoding, packText } from './packed-text.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['gzip; q=0, br; q=0.0', 'identity'],
  ['identity', 'identity'],
  ['*', 'identity'],
  ['', 'identity'],
])('a client that accepts “%s” gets %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding);
});

test('each coding has the same text with a separate ETag', async () => {
  const { br, gzip, identity } = await packText('<p>ñandú</p>');
  expect(brotliDecompressSync(br.body).toString()).toBe('<p>ñandú</p>');
  expect(gunzipSync(gzip.body).toString()).toBe('<p>ñandú</p>');
  expect(identity.body.toString()).toBe('<p>ñandú</p>');
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
  expect(br.etag).toMatch(/^"[\w-]{22}"$/);
});
