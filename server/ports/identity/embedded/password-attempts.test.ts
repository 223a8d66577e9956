import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimits } from '#server/limits/limits.ts';
import { createPasswordAttempts, type PasswordAttempt } from './attempts.ts';

const EMAIL = 'ana@correo.cl';
const TEN_MINUTES_MS = 600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openTries() {
  const db = {
    createLimiter: ({ name, points, seconds }: { name: string; points: number; seconds: number }) =>
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  };
  const limits = createLimits({ db, hashKey: new Uint8Array(32), isOn: true });
  const sleep = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
  const tries = createPasswordAttempts(limits, sleep);
  const from = (address: string, facts: Partial<PasswordAttempt> = {}): PasswordAttempt => ({
    address,
    email: EMAIL,
    device: null,
    ...facts,
  });

  /** Returns the seconds that an attempt waited, or null when it was rejected. */
  async function wait(tried: PasswordAttempt): Promise<number | null> {
    const start = Date.now();
    const done = tries.begin(tried).then(
      () => (Date.now() - start) / 1000,
      () => null,
    );
    await vi.advanceTimersByTimeAsync(20_000);
    return done;
  }
  return { tries, from, wait };
}

const address = (at: number) => `190.1.${at >> 8}.${at & 255}`;

test('twenty wrong passwords an hour do not slow an account down, the next ones do', async () => {
  const { tries, from, wait } = openTries();
  for (let at = 0; at < 20; at += 1) await tries.begin(from(address(at)));
  expect(await wait(from(address(100)))).toBe(0);
  const both = Promise.all([wait(from(address(101))), wait(from(address(102)))]);
  expect((await both).toSorted()).toEqual([0, 5]);
});

test('after fifty wrong passwords the right one from elsewhere passes within some seconds', async () => {
  const { tries, from, wait } = openTries();
  const wrong = Array.from({ length: 50 }, (_, at) => tries.begin(from(address(at))));
  const settled = Promise.allSettled(wrong);
  await vi.advanceTimersByTimeAsync(11_000);
  await settled;
  expect(await wait(from('200.9.9.9'))).toBeLessThanOrEqual(5);
});

test('new addresses get one attempt in five seconds at one account', async () => {
  const { tries, from } = openTries();
  let passed = 0;
  for (let at = 0; at * 5000 < TEN_MINUTES_MS; at += 1) {
    for (let next = 0; next < 5; next += 1) {
      tries.begin(from(address(at * 5 + next))).then(
        () => {
          passed += 1;
        },
        () => undefined,
      );
    }
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(passed).toBeGreaterThan(80);
  expect(passed).toBeLessThanOrEqual(20 + 121);
});

test('the number of waiting attempts is limited', async () => {
  const { tries, from } = openTries();
  for (let at = 0; at < 20; at += 1) await tries.begin(from(address(at)));
  let refused = 0;
  for (let at = 100; at < 200; at += 1) {
    tries.begin(from(address(at))).catch(() => {
      refused += 1;
    });
  }
  await vi.advanceTimersByTimeAsync(10);
  expect(refused).toBeGreaterThanOrEqual(89);
  await vi.advanceTimersByTimeAsync(20_000);
});

test('a client is stopped before a hundred wrong passwords, at any accounts', async () => {
  const { tries, from } = openTries();
  let passed = 0;
  for (let at = 0; at < 100; at += 1) {
    const tried = from(`2001:db8:1:2:${at}::1`, { email: `persona${at}@correo.cl` });
    await tries.begin(tried).then(
      () => {
        passed += 1;
      },
      () => undefined,
    );
  }
  expect(passed).toBe(90);
});

test('right passwords never count', async () => {
  const { tries, from, wait } = openTries();
  for (let at = 0; at < 200; at += 1) {
    await tries.begin(from('190.1.1.1'));
    await tries.excuse(from('190.1.1.1'));
  }
  expect(await wait(from('190.1.1.1'))).toBe(0);
});
