import { setImmediate as nextTurn } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import { createLimits } from '#server/limits/limits.ts';
import { type BrowserAnswer, openBrowser } from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { recordQueries } from '#server/testing/record-queries.ts';
import { openShop } from '#server/testing/shop.ts';
import { createHashQueue, type WithHashing } from './hashing.ts';

const work = { done: Promise.resolve() };
useHashing({
  hashPassword: async () => {
    await nextTurn();
    await work.done;
    return 'a hash';
  },
  verifyPassword: async () => false,
});

const limits = createLimits({
  db: { createLimiter: () => new RateLimiterMemory({ points: 1, duration: 1 }) },
  hashKey: new Uint8Array(32),
  isOn: true,
});

const hashFor = (withHashing: WithHashing, address: string) =>
  withHashing(address, ({ hash }) => hash('una contraseña'));

/** Starts 600 hashes at once. @returns the number of made and rejected ones, and their end */
function flood(withHashing: WithHashing, addressOf: (at: number) => string) {
  const counts = { made: 0, refused: 0 };
  const all = Array.from({ length: 600 }, async (_, at) => {
    try {
      await hashFor(withHashing, addressOf(at));
      counts.made += 1;
    } catch (error) {
      if (!(error instanceof ShopError && error.code === 'busy')) throw error;
      expect(error.details.retryAfterS).toBe(2);
      counts.refused += 1;
    }
  });
  return { counts, done: Promise.all(all) };
}

test('of 600 sign-ins at once from one client most are refused, and another client is next', async () => {
  const withHashing = createHashQueue(limits);
  const { counts, done } = flood(withHashing, (at) => `2001:db8:1:${at}::1`);
  await hashFor(withHashing, '203.0.113.7');
  expect(counts.made).toBeLessThanOrEqual(5);
  await done;
  expect(counts).toEqual({ made: 18, refused: 582 });
});

test('of 600 clients at once few wait, and the honest one waits too or is refused at once', async () => {
  const withHashing = createHashQueue(limits);
  const { counts, done } = flood(withHashing, (at) => `190.1.${at >> 8}.${at & 255}`);
  await expect(hashFor(withHashing, '203.0.113.7')).rejects.toThrow(ShopError);
  expect(counts.made).toBe(0);
  await done;
  expect(counts).toEqual({ made: 26, refused: 574 });
});

test('of 600 calls at once only those with a slot do anything before their hash', async () => {
  const withHashing = createHashQueue(limits);
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const prepare = (address: string) =>
    withHashing(address, async ({ hash }) => {
      begun += 1;
      await gate.promise;
      return hash('una contraseña');
    });
  const clients = Array.from({ length: 600 }, (_, at) => `190.1.${at >> 8}.${at & 255}`);
  const calls = Promise.allSettled(clients.map(prepare));
  expect(begun).toBe(26);
  gate.resolve();
  expect((await calls).filter(({ status }) => status === 'fulfilled')).toHaveLength(26);
  await expect(prepare('203.0.113.7')).resolves.toBe('a hash');
});

test('a call that waits for something else has no slot meanwhile', async () => {
  const withHashing = createHashQueue(limits);
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 18 }, () =>
    withHashing('190.1.1.1', async ({ hash, release }) => {
      release();
      await gate.promise;
      return hash('una contraseña');
    }),
  );
  expect(await hashFor(withHashing, '190.1.1.1')).toBe('a hash');
  gate.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['a hash']));
});

test('a refusal says so in Spanish, and when to try again, and sends no query', async () => {
  const shop = await openShop('sqlite', { env: { RATE_LIMITS: 'on' } });
  const queries = recordQueries(shop.context);
  const gate = Promise.withResolvers<void>();
  work.done = gate.promise;
  const refused: BrowserAnswer[] = [];
  const emailOf = (at: number) => `persona${at}_@correo.cl`;
  const signUps = Array.from({ length: 30 }, async (_, at) => {
    const answer = await openBrowser(shop).signUp(emailOf(at));
    if (answer.status === 503 && refused.push(answer) === 12) gate.resolve();
    return answer.status;
  });
  const statuses = await Promise.all(signUps);
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  const queried = statuses.map((_, at) => queries.some((query) => query.includes(emailOf(at))));
  expect(queried).toEqual(statuses.map((status) => status === 200));
  for (const { body, headers } of refused) {
    expect(headers.get('retry-after')).toBe('2');
    expect([body?.code, body?.message]).toEqual([
      'busy',
      'Hay mucha gente a la vez. Espera unos segundos y vuelve a intentarlo',
    ]);
  }
  await shop.close();
});
