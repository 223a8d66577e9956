import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { runAll } from '#server/db/pipeline.ts';
import { databases, testOnAny } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { openAgain, readJobs, startTestWorker, until } from '#server/testing/jobs.ts';
import { useJobs } from '#server/testing/use-jobs.ts';
import { enqueue, insertJobs, withdrawJob } from './enqueue.ts';
import type { JobHandler } from './worker.ts';

describe.each(databases)('jobs on %s', (kind) => {
  const { advance, clock, db, isState, onlyJob, work } = useJobs(kind);
  const testAbove = testOnAny(kind);

  test('a job exists only if its cause does', async () => {
    const cause = db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'greet', payload: 1 });
      throw new Error('the cause failed');
    });
    await expect(cause).rejects.toThrow('the cause failed');
    expect(await readJobs(db)).toEqual([]);
    await db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'greet', payload: 1 });
    });
    expect(await readJobs(db)).toHaveLength(1);
  });

  testAbove('it is done once, with its payload, which is emptied', async () => {
    const done: unknown[] = [];
    const id = await enqueue(db.queries, { kind: 'greet', payload: { name: 'Rosa "ñ" 🎉' } });
    work(async (payload, job) => void done.push([payload, job.id]));
    await until(isState('done'));
    await sleep(60);
    expect(done).toEqual([[{ name: 'Rosa "ñ" 🎉' }, id]]);
    expect(await onlyJob()).toMatchObject({ payload: '', attempts: 1, lease: null });
    expect((await onlyJob()).done_at).toBeGreaterThan(0);
  });

  test('it starts at once, without waiting for the next poll: in a transaction, after the commit', async () => {
    const done: unknown[] = [];
    work(async (payload) => void done.push(payload), { pollMs: 600_000 });
    await sleep(50);
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    await until(() => done.length === 1, 2000);
    await db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'greet', payload: 2 });
      await sleep(50);
      expect(done).toEqual([1]);
    });
    await until(() => done.length === 2, 2000);
    await db.transaction((tx) =>
      runAll(tx, [insertJobs(tx, [{ kind: 'greet', payload: 3 }], clock())]),
    );
    await until(() => done.length === 3, 2000);
    expect(done).toEqual([1, 2, 3]);
  });

  test('it can be withdrawn until it is started', async () => {
    const [id, started] = [
      await enqueue(db.queries, { kind: 'greet', payload: 1 }),
      await enqueue(db.queries, { kind: 'greet', payload: 2 }),
    ];
    await db.queries.updateTable('jobs').set({ attempts: 1 }).where('id', '=', started).execute();
    const withdraw = (job: string) => db.transaction((tx) => withdrawJob(tx, job));
    expect([await withdraw(id), await withdraw(id), await withdraw(started)]).toEqual([
      ...[true, false, false],
    ]);
    expect((await readJobs(db)).map((job) => job.id)).toEqual([started]);
  });

  test('a rolled back one wakes no worker', async () => {
    let written = 0;
    db.events.on('jobs', () => {
      written += 1;
    });
    const cause = db.transaction(async (tx) => {
      await enqueue(tx, { kind: 'greet', payload: 1 });
      throw new Error('the cause failed');
    });
    await expect(cause).rejects.toThrow('the cause failed');
    await db.transaction((tx) => tx.selectFrom('jobs').select('id').execute());
    expect(written).toBe(0);
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    expect(written).toBe(1);
  });

  test('the job that has waited longest is first', async () => {
    const done: unknown[] = [];
    const now = Date.now();
    for (const age of [10, 40, 20, 30]) {
      await enqueue(db.queries, { kind: 'greet', payload: age }, now - age);
    }
    work(async (payload) => void done.push(payload), { concurrency: 1 });
    await until(() => done.length === 4);
    expect(done).toEqual([40, 30, 20, 10]);
  });

  testAbove('mails about accounts wait for no other jobs, however many and slow', async () => {
    const gate = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    let slow = 0;
    await db.transaction(async (tx) => {
      for (let at = 0; at < 50; at += 1) await enqueue(tx, { kind: 'greet', payload: at });
    });
    const greet = async () => {
      slow += 1;
      await gate.promise;
    };
    const reset = async (payload: unknown) => void sent.push(payload);
    work(greet, { handlers: { greet, reset }, concurrency: 2 });
    await until(() => slow === 2);
    for (const payload of ['a', 'b', 'c']) {
      await enqueue(db.queries, { kind: 'reset', queue: 'account', payload });
      await until(() => sent.at(-1) === payload);
    }
    expect(slow).toBe(2);
    gate.resolve();
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'));
  });

  test('an idle loop prefers mails about accounts to older jobs', async () => {
    const begun: unknown[] = [];
    await enqueue(db.queries, { kind: 'greet', payload: 'old' }, Date.now() - 60_000);
    for (const [at, payload] of ['reset', 'verify'].entries()) {
      await enqueue(db.queries, { kind: 'greet', queue: 'account', payload }, Date.now() - 9 + at);
    }
    work(
      async (payload) => {
        begun.push(payload);
        await until(() => begun.length >= 2);
      },
      { concurrency: 1 },
    );
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'));
    expect(begun).toEqual(['reset', 'verify', 'old']);
  });

  testAbove('a kind without a handler is not started', async () => {
    await enqueue(db.queries, { kind: 'dance', payload: 1 });
    work(async () => undefined);
    await sleep(80);
    expect(await onlyJob()).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('a clock that is set back delays no job on SQLite; PostgreSQL has one of its own', async () => {
    const runAt = clock() + 1000;
    await enqueue(db.queries, { kind: 'greet', payload: 1, runAt });
    work(async () => undefined);
    await sleep(60);
    advance(-3_600_000);
    if (kind === 'sqlite') await until(isState('done'));
    else await sleep(60);
    expect(await onlyJob()).toMatchObject(kind === 'sqlite' ? { attempts: 1 } : { run_at: runAt });
  });

  test('a clock that is set forward starts no running job again, though its lease seems ended', async () => {
    await enqueue(db.queries, { kind: 'greet', payload: 'long' }, clock());
    const begun: unknown[] = [];
    const end = Promise.withResolvers<void>();
    work(async (payload) => {
      begun.push(payload);
      if (payload === 'long') await end.promise;
    });
    await until(() => begun.length === 1);
    advance(3_600_000);
    await enqueue(db.queries, { kind: 'greet', payload: 'next' }, clock());
    await until(() => begun.includes('next'));
    end.resolve();
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'));
    expect(begun).toEqual(['long', 'next']);
  });

  testAbove('jobs that cannot be read are logged', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const { schema } = db.queries;
    await schema.alterTable('jobs').renameTo('jobs_out_of_reach').execute();
    const stop = work(async () => undefined, { log: Fastify({ logger: { stream } }).log });
    await until(() => lines.length > 0);
    const { msg, err } = JSON.parse(lines[0] ?? '');
    expect([msg, err.message]).toEqual(['jobs cannot be worked on', expect.stringMatching(/jobs/)]);
    await stop();
    await schema.alterTable('jobs_out_of_reach').renameTo('jobs').execute();
  });

  testAbove('stopping waits for the running job and starts no other', async () => {
    const log: string[] = [];
    for (const [at, payload] of ['a', 'b'].entries()) {
      await enqueue(db.queries, { kind: 'greet', payload }, Date.now() - 1000 + at);
    }
    const stop = work(
      async (payload) => {
        log.push(`begin ${payload}`);
        await sleep(200);
        log.push(`end ${payload}`);
      },
      { concurrency: 1 },
    );
    await until(() => log.length === 1);
    await stop();
    expect(log).toEqual(['begin a', 'end a']);
    expect((await readJobs(db)).map(({ state }) => state)).toEqual(['done', 'waiting']);
  });
});

test('several workers on one PostgreSQL never do the same job', async () => {
  const home = await createHome('postgres', { hasSchema: true });
  const dbs = await Promise.all([1, 2, 3].map(() => openAgain(home)));
  const [db] = dbs;
  if (!db) throw new Error('no database');
  const done = new Map<unknown, number>();
  let under = 0;
  let max = 0;
  const handler: JobHandler = async (payload) => {
    under += 1;
    max = Math.max(max, under);
    done.set(payload, (done.get(payload) ?? 0) + 1);
    await sleep(Math.random() * 4);
    under -= 1;
  };
  await db.transaction(async (tx) => {
    for (let at = 0; at < 300; at += 1) await enqueue(tx, { kind: 'greet', payload: at });
  });
  const stops = dbs.map((each) =>
    startTestWorker({ db: each, handlers: { greet: handler }, concurrency: 4 }),
  );
  await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'), 20_000);
  await Promise.all(stops.map((stop) => stop()));
  expect(done.size).toBe(300);
  expect([...done.values()].every((times) => times === 1)).toBe(true);
  expect(max).toBeGreaterThan(4);
  expect((await readJobs(db)).every(({ attempts }) => attempts === 1)).toBe(true);
  await Promise.all(dbs.map((each) => each.close()));
  await home.remove();
});
