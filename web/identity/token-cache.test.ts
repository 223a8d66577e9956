import { expect, test } from 'vitest';
import { createTokenCache, tokenLifetime } from './token-cache.ts';

/** Returns an unsigned token with a lifetime in seconds. */
function makeToken(seconds: number, mark = 'a'): string {
  const claims = Buffer.from(JSON.stringify({ iat: 1000, exp: 1000 + seconds, mark }));
  return `head.${claims.toString('base64url')}.signature`;
}

function openCache(seconds = 900) {
  let time = 0;
  let count = 0;
  const cache = createTokenCache(
    () => {
      count += 1;
      return Promise.resolve(makeToken(seconds, String(count)));
    },
    () => time,
  );
  return { cache, count: () => count, wait: (ms: number) => (time += ms) };
}

test("a token's lifetime is its own, independent of the device's clock", () => {
  expect(tokenLifetime(makeToken(900))).toBe(900_000);
  expect(tokenLifetime('no token')).toBe(0);
});

test('a token is kept until a minute before it ends', async () => {
  const { cache, count, wait } = openCache();
  const first = await cache.get();
  wait(839_000);
  expect(await cache.get()).toBe(first);
  wait(2000);
  expect(await cache.get()).not.toBe(first);
  expect(count()).toBe(2);
});

test('callers at the same time share one request', async () => {
  const { cache, count } = openCache();
  const [first, second] = await Promise.all([cache.get(), cache.get({ fresh: true })]);
  expect(first).toBe(second);
  expect(count()).toBe(1);
});

test('a fresh token is asked for on demand and kept', async () => {
  const { cache, count } = openCache();
  const first = await cache.get();
  const second = await cache.get({ fresh: true });
  expect(second).not.toBe(first);
  expect(await cache.get()).toBe(second);
  expect(count()).toBe(2);
});

test('a token that arrives after the user changed is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const tokens = [promise, Promise.resolve(makeToken(900, 'second'))];
  const cache = createTokenCache(
    () => tokens.shift() ?? Promise.reject(new Error('no more tokens')),
    () => 0,
  );
  const early = cache.get();
  cache.clear();
  const late = cache.get();
  resolve(makeToken(900, 'first'));
  expect(await early).toBe(makeToken(900, 'first'));
  expect(await late).toBe(makeToken(900, 'second'));
  expect(await cache.get()).toBe(makeToken(900, 'second'));
});

test('a failure is not kept', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(makeToken(900))];
  const cache = createTokenCache(() => answers.shift() ?? Promise.reject(new Error('empty')));
  await expect(cache.get()).rejects.toThrow('offline');
  expect(await cache.get()).toBe(makeToken(900));
});
