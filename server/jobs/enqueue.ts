import type { Insertable } from 'kysely';
import type { JobQueue, Queries, Schema, Tx } from '#server/db/types.ts';
import { newJobId } from '#server/lib/ids.ts';

/** A task to run soon, outside of the transaction that caused it. */
export type NewJob = {
  kind: string;
  /** By default `general`. */
  queue?: JobQueue;
  /** Input of the handler; stored as JSON until the job is done. */
  payload: unknown;
  /** Not before this, in milliseconds since 1970; by default at once. */
  runAt?: number;
};

/** Returns the statement that inserts jobs, at least one. */
export function insertJobs(db: Queries | Tx, jobs: readonly NewJob[], now: number) {
  return db.insertInto('jobs').values(jobs.map((job) => toRow(job, now)));
}

/**
 * Inserts a job. With a transaction's handle it exists if and only if the transaction commits.
 * @returns the job's id
 */
export async function enqueue(
  db: Queries | Tx,
  job: NewJob,
  now: number = Date.now(),
): Promise<string> {
  const row = toRow(job, now);
  await db.insertInto('jobs').values(row).execute();
  return row.id;
}

function toRow(
  { kind, queue = 'general', payload, runAt }: NewJob,
  now: number,
): Insertable<Schema['jobs']> {
  return {
    id: newJobId(now),
    kind,
    queue,
    payload: JSON.stringify(payload),
    state: 'waiting',
    attempts: 0,
    deaths: 0,
    run_at: runAt ?? now,
    created_at: now,
  };
}

/** Deletes a job that has not been started yet. @returns false when it has */
export async function withdrawJob(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
