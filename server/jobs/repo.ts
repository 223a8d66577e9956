import { type Selectable, sql, type Updateable } from 'kysely';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Database } from '#server/db/database.ts';
import type { JobQueue, Schema } from '#server/db/types.ts';

export type Job = Selectable<Schema['jobs']>;

/** A worker's lease on a job; without it the worker writes nothing to the job. */
export type Claim = { id: string; lease: string };

type Wanted = {
  queue: JobQueue;
  kinds: readonly string[];
  limit: number;
  /** Ids of jobs that the caller still runs: after a clock is set forward, their leases look ended. */
  running?: readonly string[];
  lease: string;
  now: number;
  /** When the lease ends unless it is renewed. */
  until: number;
};

/** A waiting job with a lease, which has ended, was left by a process that died. */
const deathsNow = sql<number>`deaths + case when lease is null then 0 else 1 end`;

/** Acquires the leases of the jobs that have waited longest in a queue, in one statement. */
export async function claimJobs(
  { queries, skipLocked }: Database,
  { queue, kinds, limit, running = [], lease, now, until }: Wanted,
): Promise<Job[]> {
  const due = queries
    .selectFrom('jobs')
    .select('id')
    // As a literal: a prepared plan cannot use the index of waiting jobs for a parameter.
    .where('state', '=', sql.lit('waiting'))
    .where('queue', '=', queue)
    .where('run_at', '<=', now)
    .where('kind', 'in', kinds)
    .$if(running.length > 0, (query) => query.where('id', 'not in', running))
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit);
  const claimed = await queries
    .with('due', () => skipLocked(due))
    .updateTable('jobs')
    .set(({ eb }) => ({
      lease,
      run_at: until,
      attempts: eb('attempts', '+', 1),
      deaths: deathsNow,
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .where('state', '=', 'waiting')
    .where('run_at', '<=', now)
    .returningAll()
    .execute();
  // An id begins with the time of its creation.
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Updates a job while its lease is valid. @returns false when it was lost */
export async function writeClaimed(
  { queries }: Pick<Database, 'queries'>,
  { id, lease }: Claim,
  values: Updateable<Schema['jobs']>,
): Promise<boolean> {
  const written = await queries
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Releases the leases of a killed process. For a database that only one process can have open. */
export async function releaseLeases({ queries }: Database, now: number): Promise<void> {
  await queries
    .updateTable('jobs')
    .set({ lease: null, run_at: now, deaths: deathsNow })
    .where('state', '=', 'waiting')
    .where('lease', 'is not', null)
    .execute();
}

/** Lets waiting jobs start `by` milliseconds sooner, after the clock was set back by as many. */
export async function advanceJobs(
  { queries }: Database,
  { by, now }: { by: number; now: number },
): Promise<void> {
  await queries
    .updateTable('jobs')
    .set(({ eb }) => ({ run_at: eb('run_at', '-', by) }))
    .where('state', '=', 'waiting')
    .where('lease', 'is', null)
    .where('run_at', '>', now)
    .execute();
}

type JobCount = { queue: JobQueue; state: Job['state']; count: number; since: number };

/** Returns the numbers of waiting and of failed jobs, with the time of the oldest of each. */
export function readJobCounts({ queries }: Database): Promise<JobCount[]> {
  // Two queries, so that each reads an index of few rows and not the completed jobs.
  const countOf = (state: 'waiting' | 'dead') =>
    queries
      .selectFrom('jobs')
      .select(({ fn }) => [
        'queue',
        'state',
        fn.countAll<number>().as('count'),
        fn.min('created_at').as('since'),
      ])
      .where('state', '=', sql.lit(state))
      .groupBy(['queue', 'state']);
  return countOf('waiting').unionAll(countOf('dead')).execute();
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes jobs done long ago, but not failed ones. @returns how many were deleted */
export async function sweepJobs({ queries }: Database, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('jobs')
    .where('state', '=', 'done')
    .where('created_at', '<', now - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
