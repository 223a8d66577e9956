import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { anyDatabase, type Home } from '../testing/database.ts';
import { createHome } from '../testing/home.ts';
import { openAgain, startTestWorker, until } from '../testing/jobs.ts';
import { enqueue } from './enqueue.ts';
import { createNotifier, type Notifier } from './notifier.ts';

describe.each(anyDatabase)('while orders rush in, on %s', (kind) => {
  let home: Home;
  let db: Database;
  let notifier: Notifier;
  let done: unknown[];
  let stop: () => Promise<void>;
  let orders: NodeJS.Timeout;

  beforeEach(async () => {
    home = await createHome(kind, { hasSchema: true });
    db = await openAgain(home);
    notifier = createNotifier();
    done = [];
    orders = setInterval(() => {
      for (let at = 0; at < 10; at += 1) notifier.notify('general');
    }, 20);
    await until(() => notifier.isRushed('general'));
    await enqueue(db.queries, { kind: 'greet', payload: 'general' });
    await enqueue(db.queries, { kind: 'greet', payload: 'account', queue: 'account' });
  });
  afterEach(async () => {
    clearInterval(orders);
    await stop();
    await db.close();
    await home.remove();
  });

  function work(patienceMs: number): void {
    const greet = async (payload: unknown) => void done.push(payload);
    stop = startTestWorker({ db, notifier, patienceMs, handlers: { greet } });
  }

  test('their mails wait until it is over, those about accounts do not', async () => {
    work(60_000);
    await until(() => done.length > 0);
    await sleep(600);
    expect(done).toEqual(['account']);
    clearInterval(orders);
    await until(() => done.length > 1);
    expect(done).toEqual(['account', 'general']);
  });

  test('they wait for some time and no longer', async () => {
    work(300);
    await until(() => done.length > 1);
    expect(done).toEqual(['account', 'general']);
    expect(notifier.isRushed('general')).toBe(true);
  });
});

test('a rush that stops now and then for a moment tries their patience, too', async () => {
  const home = await createHome('sqlite', { hasSchema: true });
  const db = await openAgain(home);
  for (let order = 0; order < 120; order += 1) {
    await enqueue(db.queries, { kind: 'greet', payload: order });
  }
  let looks = 0;
  const isRushed = () => {
    looks += 1;
    return looks % 4 !== 0;
  };
  const done = new Set<unknown>();
  const stop = startTestWorker({
    db,
    notifier: { ...createNotifier(), isRushed },
    patienceMs: 1200,
    handlers: { greet: async (payload) => void done.add(payload) },
  });
  await until(() => done.size === 120);
  // One look for each three at least, besides those of the time that they waited.
  expect(looks).toBeLessThan(60);
  await stop();
  await db.close();
  await home.remove();
});

describe('a notification', () => {
  test('of a queue wakes those who look after it, one of none wakes all', async () => {
    const { notify, next } = createNotifier();
    const woken: string[] = [];
    void next(['slow']).then(() => woken.push('slow'));
    void next(['account', 'general']).then(() => woken.push('any'));
    notify('general');
    await sleep(0);
    expect(woken).toEqual(['any']);
    notify();
    await sleep(0);
    expect(woken).toEqual(['any', 'slow']);
  });

  test('a single order is no rush', () => {
    const { notify, isRushed } = createNotifier();
    notify('general');
    expect(isRushed('general')).toBe(false);
  });
});
