import type { JobQueue, Queries, Tx } from '../db/types.ts';
import { newJobId } from '../ids.ts';

/** Something to do soon, outside of the transaction that caused it. */
export type NewJob = {
  kind: string;
  /** `general` unless told. */
  queue?: JobQueue;
  /** What the handler needs to know; kept as JSON until the job is done. */
  payload: unknown;
};

/**
 * Writes a job. With a transaction's handle it exists if and only if the transaction commits.
 * @returns the job's id
 */
export async function enqueue(
  db: Queries | Tx,
  { kind, queue = 'general', payload }: NewJob,
  now: number = Date.now(),
): Promise<string> {
  const id = newJobId(now);
  await db
    .insertInto('jobs')
    .values({
      id,
      kind,
      queue,
      payload: JSON.stringify(payload),
      state: 'waiting',
      attempts: 0,
      run_at: now,
      created_at: now,
    })
    .execute();
  return id;
}
