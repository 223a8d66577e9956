import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { databases, testOnAny } from '#server/testing/database.ts';
import { until } from '#server/testing/jobs.ts';
import { setRows } from '#server/testing/rows.ts';
import { useJobs } from '#server/testing/use-jobs.ts';
import { enqueue } from './enqueue.ts';
import { doLongWork } from './long-work.ts';
import { type JobHandler, MAX_ATTEMPTS, PermanentJobError } from './worker.ts';

describe.each(databases)('jobs that fail on %s', (kind) => {
  const { advance, clock, db, isState, onlyJob, work } = useJobs(kind);
  const testAbove = testOnAny(kind);

  testAbove('a failure is retried ever later, and its error contains no address', async () => {
    const tries: number[] = [];
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    work(async () => {
      tries.push(clock());
      if (tries.length < 4) throw new Error('550 <rosa@correo.cl> is not here');
    });
    for (const wait of [5000, 10_000, 20_000]) {
      const before = tries.length;
      await until(async () => (await onlyJob()).last_error !== null && tries.length > before - 1);
      await until(async () => (await onlyJob()).lease === null);
      const job = await onlyJob();
      expect(job).toMatchObject({ state: 'waiting', last_error: '550 <…> is not here' });
      expect(job.payload).toBe('1');
      const planned = job.run_at - (tries.at(-1) ?? 0);
      expect(planned).toBeGreaterThanOrEqual(wait * 0.75);
      expect(planned).toBeLessThanOrEqual(wait * 1.25 + 2000);
      await sleep(50);
      expect(tries).toHaveLength(job.attempts);
      advance(planned + 1000);
      await until(() => tries.length > job.attempts);
    }
    await until(isState('done'));
    expect(await onlyJob()).toMatchObject({ attempts: 4, last_error: null, payload: '' });
  });

  testAbove('after the last attempt it is given up and stays visible', async () => {
    await enqueue(db.queries, { kind: 'greet', payload: { to: 'rosa' } });
    await setRows({ db }, 'jobs', {}, { attempts: MAX_ATTEMPTS - 1 });
    work(() => Promise.reject(new Error('no server there')));
    await until(isState('dead'));
    advance(DAY_MS);
    await sleep(60);
    const job = await onlyJob();
    expect(job).toMatchObject({
      attempts: MAX_ATTEMPTS,
      last_error: 'no server there',
      lease: null,
    });
    expect(JSON.parse(job.payload)).toEqual({ to: 'rosa' });
  });

  test.each([
    ['done', async () => undefined],
    ['failed', () => Promise.reject(new Error('no server there'))],
    ['failed for good', () => Promise.reject(new PermanentJobError('no such address'))],
  ])('one whose lease another worker took over is left to it, even when %s', async (_, end) => {
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const id = await enqueue(db.queries, { kind: 'greet', payload: 1 });
    const handler = async () => {
      started.resolve();
      await gate.promise;
      await end();
    };
    const stop = work(handler, { leaseMs: 60 });
    await started.promise;
    const taken = { lease: 'of another worker', run_at: clock() + 600_000, attempts: 2 };
    await db.queries.updateTable('jobs').set(taken).where('id', '=', id).execute();
    // Long enough for several renewals.
    await sleep(200);
    gate.resolve();
    await stop();
    expect(await onlyJob()).toMatchObject({ ...taken, state: 'waiting', last_error: null });
  });

  testAbove('a permanent failure is given up at once', async () => {
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    work(() => Promise.reject(new PermanentJobError('no such address')));
    await until(isState('dead'));
    expect(await onlyJob()).toMatchObject({ attempts: 1, last_error: 'no such address' });
  });

  test('one whose process ends each time is given up too', async () => {
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    await db.queries.updateTable('jobs').set({ attempts: MAX_ATTEMPTS }).execute();
    let runs = 0;
    work(async () => {
      runs += 1;
    });
    await until(isState('dead'));
    expect(runs).toBe(0);
  });

  testAbove('one that runs alone is given up after two processes died under it', async () => {
    await enqueue(db.queries, { kind: 'greet', queue: 'slow', payload: 1 });
    const seen: number[] = [];
    const run: JobHandler = async (_payload, job) => {
      seen.push(job.deaths);
      await doLongWork({
        ...{ what: 'greeting', job },
        work: () => new Promise(() => undefined),
        noteFailure: async () => undefined,
      });
    };
    for (const dies of [false, true, false, true]) {
      const before = seen.length;
      const stop = work(run, { stopMs: 20 });
      await until(() => seen.length > before);
      const { lease } = await onlyJob();
      await stop();
      expect((await onlyJob()).lease).toBe(null);
      if (dies) await db.queries.updateTable('jobs').set({ lease, run_at: 0 }).execute();
    }
    work(run);
    await until(isState('dead'));
    expect(seen).toEqual([0, 0, 1, 1, 2]);
    expect(await onlyJob()).toMatchObject({ last_error: 'greeting: its process ended 2 times' });
  });

  test('a long job renews its lease while it runs', async () => {
    let runs = 0;
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    work(
      async () => {
        runs += 1;
        const ends = new Set<number>();
        await until(async () => ends.add((await onlyJob()).run_at).size === 4);
      },
      { leaseMs: 1500, concurrency: 3 },
    );
    await until(isState('done'));
    expect(runs).toBe(1);
  });

  test("a killed process's job is taken over: at once on SQLite, else when its lease ends", async () => {
    const id = await enqueue(db.queries, { kind: 'greet', payload: 1 });
    const claim = { lease: 'of a killed process', attempts: 1, run_at: clock() + 600_000 };
    await db.queries.updateTable('jobs').set(claim).where('id', '=', id).execute();
    work(async () => undefined);
    if (kind === 'postgres') {
      await sleep(80);
      expect(await onlyJob()).toMatchObject({ ...claim, state: 'waiting' });
      advance(600_000);
    }
    await until(isState('done'));
    expect(await onlyJob()).toMatchObject({ attempts: 2 });
  });

  test('a result that the database refuses is written as soon as it accepts it', async () => {
    let runs = 0;
    await enqueue(db.queries, { kind: 'greet', payload: 1 });
    const { schema } = db.queries;
    const jobDone = Promise.withResolvers<void>();
    work(async () => {
      runs += 1;
      await schema.alterTable('jobs').renameTo('jobs_out_of_reach').execute();
      jobDone.resolve();
    });
    await jobDone.promise;
    await sleep(50);
    await schema.alterTable('jobs_out_of_reach').renameTo('jobs').execute();
    await until(isState('done'));
    expect(runs).toBe(1);
  });
});
