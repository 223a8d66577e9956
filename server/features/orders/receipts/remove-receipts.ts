import * as z from 'zod';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const KIND = 'receipt.remove';
const HOUR_MS = 3_600_000;
const payload = z.object({ key: z.string() });

/** Has an order's own file, a receipt or a boleta, removed once the transaction commits; null: there is none. */
export async function enqueueRemoval(tx: Tx, key: string | null, now: number): Promise<void> {
  if (key !== null) await enqueue(tx, { kind: KIND, payload: { key } }, now);
}

/**
 * Has such a file removed in an hour, before it is there: what a process that dies leaves
 * behind goes by this job, and the order that gets the file takes it back (`withdrawJob`).
 * @returns the job's id
 */
export function planRemoval(db: Queries, key: string, now: number): Promise<string> {
  return enqueue(db, { kind: KIND, payload: { key }, runAt: now + HOUR_MS }, now);
}

/** Returns the handler that removes the files of replaced or deleted receipts and boletas. */
export function receiptHandlers({ storage }: Context): Record<string, JobHandler> {
  return { [KIND]: async (sent) => storage.remove(payload.parse(sent).key) };
}
