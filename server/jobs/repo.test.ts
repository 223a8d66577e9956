import type { Updateable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Schema } from '#server/db/types.ts';
import { databases } from '#server/testing/database.ts';
import { readJobs } from '#server/testing/jobs.ts';
import { useFreshDatabase } from '#server/testing/use-home.ts';
import { enqueue, type NewJob } from './enqueue.ts';
import {
  advanceJobs,
  claimJobs,
  readJobCounts,
  releaseLeases,
  sweepJobs,
  writeClaimed,
} from './repo.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe.each(databases)('the table of jobs on %s', (kind) => {
  const db = useFreshDatabase(kind);

  type Values = Updateable<Schema['jobs']> &
    Partial<Pick<NewJob, 'kind' | 'queue'>> & { created?: number };

  /** Adds a job, by default a new one of NOW. */
  async function add({ created = NOW, ...rest }: Values = {}): Promise<string> {
    const { kind: task = 'greet', queue = 'general', ...values } = rest;
    const id = await enqueue(db.queries, { kind: task, queue, payload: 1 }, created);
    const set = { attempts: 0, ...values };
    await db.queries.updateTable('jobs').set(set).where('id', '=', id).execute();
    return id;
  }
  const wanted = {
    ...({ queue: 'general', kinds: ['greet'], limit: 10 } as const),
    ...{ lease: 'own', now: NOW, until: NOW + 30_000 },
  };
  const done = { state: 'done', payload: '', done_at: NOW } as const;
  const find = async (id: string) => (await readJobs(db)).find((job) => job.id === id);

  test('gives the due jobs of a queue and a kind to one worker, oldest first', async () => {
    const newer = await add({ run_at: NOW - 2 });
    const older = await add({ created: NOW - 10, run_at: NOW });
    await add({ run_at: NOW + 1 });
    await add({ queue: 'slow' });
    await add({ kind: 'dance' });
    await add(done);
    const claimed = await claimJobs(db, wanted);
    expect(claimed.map(({ id }) => id)).toEqual([older, newer]);
    const taken = { lease: 'own', run_at: NOW + 30_000, attempts: 1 };
    for (const job of claimed) expect(job).toMatchObject(taken);
    expect(await claimJobs(db, { ...wanted, lease: 'other' })).toEqual([]);
    const later = { ...wanted, lease: 'other', now: NOW + 30_000, limit: 1 };
    expect(await claimJobs(db, later)).toMatchObject([{ lease: 'other' }]);
  });

  test('is written only by the owner of a lease', async () => {
    const id = await add({ lease: 'own' });
    expect(await writeClaimed(db, { id, lease: 'other' }, { last_error: 'x' })).toBe(false);
    expect(await writeClaimed(db, { id, lease: 'own' }, { run_at: 7 })).toBe(true);
    expect(await find(id)).toMatchObject({ last_error: null, run_at: 7, lease: 'own' });
  });

  test('releases the leases of waiting jobs alone', async () => {
    const leased = await add({ lease: 'of a killed process', run_at: NOW + DAY_MS });
    const planned = await add({ run_at: NOW + DAY_MS });
    await releaseLeases(db, NOW);
    expect(await find(leased)).toMatchObject({ lease: null, run_at: NOW });
    expect(await find(planned)).toMatchObject({ run_at: NOW + DAY_MS });
  });

  test('starts waiting jobs sooner after the clock was set back', async () => {
    const planned = await add({ run_at: NOW + 500 });
    const leased = await add({ run_at: NOW + 500, lease: 'own' });
    const due = await add({ run_at: NOW });
    await advanceJobs(db, { by: 400, now: NOW });
    const times = await Promise.all([planned, leased, due].map(find));
    expect(times.map((job) => job?.run_at)).toEqual([NOW + 100, NOW + 500, NOW]);
  });

  test('counts waiting and failed jobs by queue, with the oldest of each', async () => {
    await add({ created: NOW - 5 });
    await add();
    await add({ queue: 'slow' });
    await add({ state: 'dead', created: NOW - 9 });
    await add(done);
    const counts = (await readJobCounts(db)).map(Object.values);
    expect(counts.toSorted()).toEqual([
      ['general', 'dead', 1, NOW - 9],
      ['general', 'waiting', 2, NOW - 5],
      ['slow', 'waiting', 1, NOW],
    ]);
  });

  test('is swept of what was done more than thirty days ago', async () => {
    const edge = NOW - 30 * DAY_MS;
    await add({ ...done, created: edge - 1 });
    const kept = [
      await add({ state: 'dead', created: edge - 1 }),
      await add({ created: edge - 1 }),
      await add({ ...done, created: edge }),
    ];
    expect(await sweepJobs(db, NOW)).toBe(1);
    expect((await readJobs(db)).map(({ id }) => id)).toEqual(kept.toSorted());
  });
});
