import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, test } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import type { Limit } from '#server/db/engine.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import type { Limiter } from './limiter.ts';
import { createLimits } from './limits.ts';

const LIMIT = { points: 3, seconds: 60 };

/** Returns how many of the uses were allowed. */
async function useOften(limiter: Limiter, keys: readonly string[]): Promise<number> {
  let passed = 0;
  for (const key of keys) {
    try {
      await limiter.consume(key);
      passed += 1;
    } catch (error) {
      if (!(error instanceof ShopError && error.code === 'too_many_requests')) throw error;
      expect(error.details.retryAfterS).toBeGreaterThan(0);
      expect(error.details.retryAfterS).toBeLessThanOrEqual(LIMIT.seconds);
    }
  }
  return passed;
}

const times = (count: number, key: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => key(at));

describe.each(databases)('limits on %s', (kind) => {
  const shop = useShop(kind, { env: { RATE_LIMITS: 'on' } });

  test('count an IPv6 network of one household as one client', async () => {
    const limiter = shop.context.limits.byClient({ name: 'test_host', ...LIMIT });
    const addresses = times(50, (at) => `2001:db8:1:1:${at.toString(16)}::1`);
    expect(await useOften(limiter, addresses)).toBe(3);
    expect(await useOften(limiter, ['2001:db8:1:2::1', '203.0.113.1'])).toBe(2);
  });

  test('count a /48, too, with the limit of ten clients', async () => {
    const limiter = shop.context.limits.byClient({ name: 'test_site', ...LIMIT });
    const addresses = times(50, (at) => `2001:db8:2:${at.toString(16)}::1`);
    expect(await useOften(limiter, addresses)).toBe(30);
    expect(await useOften(limiter, ['2001:db8:3:1::1'])).toBe(1);
  });

  test('do not count a refused client against its network', async () => {
    const limiter = shop.context.limits.byClient({ name: 'test_greedy', ...LIMIT });
    await useOften(limiter, Array(100).fill('2001:db8:4:1::1'));
    expect(await useOften(limiter, ['2001:db8:4:2::1'])).toBe(1);
  });

  test('remove a counted use, and all uses of a key', async () => {
    const limiter = shop.context.limits.byKey({ name: 'test_back', ...LIMIT });
    expect(await useOften(limiter, Array(4).fill('ana'))).toBe(3);
    await limiter.giveBack('ana');
    await limiter.giveBack('ana');
    expect(await useOften(limiter, Array(2).fill('ana'))).toBe(1);
    await limiter.clear('ana');
    expect(await useOften(limiter, Array(4).fill('ana'))).toBe(3);
  });

  test('store hashes that cannot be reversed by guessing addresses without the secret', async () => {
    const { db, limits } = shop.context;
    await limits.byClient({ name: 'test_stored', ...LIMIT }).consume('203.0.113.77');
    await limits.byKey({ name: 'test_kept', ...LIMIT }).consume('ana@correo.cl');
    const other = createLimits({ db, hashKey: new Uint8Array(32), isOn: true });
    expect(other.hashClient('203.0.113.77')).not.toEqual(limits.hashClient('203.0.113.77'));
    const rows = await db.queries.selectFrom('rate_limits').select('key').execute();
    expect(rows.length > 0).toBe(kind === 'postgres');
    for (const { key } of rows) expect(key).toMatch(/^test_\w+:[\w-]{22}$/);
  });
});

const nothing = {
  db: { createLimiter: () => new RateLimiterMemory({ points: 1, duration: 1 }) },
  hashKey: new Uint8Array(),
};

test('the clients of a /48 take a bounded part of the memory, and are still limited', async () => {
  const stores: RateLimiterMemory[] = [];
  const createStore = ({ name: keyPrefix, points, seconds: duration }: Limit) => {
    const store = new RateLimiterMemory({ keyPrefix, points, duration });
    stores.push(store);
    return store;
  };
  const limits = createLimits({ ...nothing, db: { createLimiter: createStore }, isOn: true });
  const limiter = limits.byClient({ name: 'test_many', points: 400, seconds: 60 });
  const addresses = times(5000, (at) => `2001:db8:1:${at.toString(16)}::1`);
  expect(await useOften(limiter, addresses)).toBe(4000);
  expect(stores.map((store) => store.dump().storage.length)).toEqual([1000, 1]);
  expect(await useOften(limiter, ['2001:db8:2:1::1', '203.0.113.1'])).toBe(2);
});

test('a queue counts an IPv6 network as one client', async () => {
  const options = { running: 1, waiting: 9, waitingPerClient: 2, retryAfterS: 1 };
  const acquire = createLimits({ ...nothing, isOn: true }).queue(options);
  const runs = times(5, (at) => `2001:db8:1:${at}::1`).map(async (from) => acquire(from));
  const settled = await Promise.allSettled(runs);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2);
});

test('slots are limited per client and per network, and released once', () => {
  const takeSlot = createLimits({ ...nothing, isOn: true }).slots(2);
  const [leave] = [takeSlot('2001:db8:1:1::1'), takeSlot('2001:db8:1:1::2')];
  expect(() => takeSlot('2001:db8:1:1::3')).toThrow(ShopError);
  for (let at = 2; at < 20; at += 1) takeSlot(`2001:db8:1:${at}::1`);
  expect(() => takeSlot('2001:db8:1:99::1')).toThrow(ShopError);
  takeSlot('2001:db8:2:1::1');
  leave();
  leave();
  takeSlot('2001:db8:1:99::1');
  expect(() => takeSlot('2001:db8:1:98::1')).toThrow(ShopError);
});

test('with limits off nothing is counted and no queue is ever full', async () => {
  const limits = createLimits({ ...nothing, isOn: false });
  const options = { running: 1, waiting: 0, waitingPerClient: 0, retryAfterS: 1 };
  const acquire = limits.queue(options);
  const leases = times(50, () => '190.1.1.1').map((from) => acquire(from));
  expect(new Set(await Promise.all(leases.map(({ run }) => run(async () => 'done'))))).toEqual(
    new Set(['done']),
  );
  const takeSlot = limits.slots(1);
  for (let at = 0; at < 10; at += 1) takeSlot('190.1.1.1');
  const limiter = limits.byKey({ name: 'off', points: 0, seconds: 60 });
  expect(await useOften(limiter, ['ana', 'ana'])).toBe(2);
});
