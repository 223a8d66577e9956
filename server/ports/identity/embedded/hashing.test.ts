import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test, vi } from 'vitest';
import { ShopError } from '#domain/errors.ts';
import { createLimits } from '../../../limits/limits.ts';
import { type BrowserAnswer, openBrowser } from '../../../testing/accounts.ts';
import { openShop } from '../../../testing/shop.ts';
import { createHashing } from './hashing.ts';

const work = vi.hoisted(() => ({ done: Promise.resolve() }));

vi.mock('better-auth/crypto', async (importOriginal) => ({
  ...(await importOriginal<typeof import('better-auth/crypto')>()),
  hashPassword: async () => {
    await new Promise(setImmediate);
    await work.done;
    return 'a hash';
  },
}));

const limits = createLimits({
  db: { createLimiter: () => new RateLimiterMemory({ points: 1, duration: 1 }) },
  hashKey: new Uint8Array(32),
  isOn: true,
});

/** Starts 600 hashes at once; @returns how many were made and how many refused, once they are done */
function flood(hashing: ReturnType<typeof createHashing>, addressOf: (at: number) => string) {
  const tally = { made: 0, refused: 0 };
  const all = Array.from({ length: 600 }, async (_, at) => {
    try {
      await hashing(addressOf(at)).hash('una contraseña');
      tally.made += 1;
    } catch (error) {
      if (!(error instanceof ShopError && error.code === 'busy')) throw error;
      expect(error.details.retryAfterS).toBe(2);
      tally.refused += 1;
    }
  });
  return { tally, done: Promise.all(all) };
}

test('of 600 sign-ins at once from one client most are refused, and an honest one is next', async () => {
  const hashing = createHashing(limits);
  const { tally, done } = flood(hashing, (at) => `2001:db8:1:${at}::1`);
  await hashing('203.0.113.7').hash('una contraseña');
  expect(tally.made).toBeLessThanOrEqual(5);
  await done;
  expect(tally).toEqual({ made: 18, refused: 582 });
});

test('of 600 clients at once few wait, and the honest one waits with them or is told at once', async () => {
  const hashing = createHashing(limits);
  const { tally, done } = flood(hashing, (at) => `190.1.${at >> 8}.${at & 255}`);
  await expect(hashing('203.0.113.7').hash('una contraseña')).rejects.toThrow(ShopError);
  expect(tally.made).toBe(0);
  await done;
  expect(tally).toEqual({ made: 26, refused: 574 });
});

test('a refusal says so in Spanish, and when to come back', async () => {
  const shop = await openShop('sqlite', { env: { RATE_LIMITS: 'on' } });
  const gate = Promise.withResolvers<void>();
  work.done = gate.promise;
  const refused: BrowserAnswer[] = [];
  const signUps = Array.from({ length: 30 }, async (_, at) => {
    const answer = await openBrowser(shop).signUp(`persona${at}@correo.cl`);
    if (answer.status === 503 && refused.push(answer) === 12) gate.resolve();
    return answer.status;
  });
  const statuses = await Promise.all(signUps);
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  for (const { body, headers } of refused) {
    expect(headers.get('retry-after')).toBe('2');
    expect([body?.code, body?.message]).toEqual([
      'busy',
      'Hay mucha gente a la vez. Espera unos segundos y vuelve a intentarlo',
    ]);
  }
  await shop.close();
});
