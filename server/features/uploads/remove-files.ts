import * as z from 'zod';
import { HOUR_MS } from '#domain/base/dates.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const KIND = 'receipt.remove';
const payload = z.object({ key: z.string() });

/** Enqueues the removal of an order's file, such as a receipt or a boleta; null: there is none. */
export async function enqueueRemoval(tx: Tx, key: string | null, now: number): Promise<void> {
  if (key !== null) await enqueue(tx, { kind: KIND, payload: { key } }, now);
}

/** Enqueues the removal of all files of an order. */
export async function enqueueRemovals(tx: Tx, order: Order, now: number): Promise<void> {
  const keys = [
    ...order.receipts.map(({ file }) => file),
    ...order.documents.map(({ file }) => file?.key ?? null),
    ...order.complaints.map(({ file }) => file),
  ];
  for (const key of keys) await enqueueRemoval(tx, key, now);
}

/**
 * Enqueues, before a file is stored, its removal in an hour: so a process that dies leaves no file
 * behind. The transaction that writes the file's row withdraws the job (`withdrawJob`).
 * @returns the job's id
 */
export function planRemoval(db: Queries, key: string, now: number): Promise<string> {
  return enqueue(db, { kind: KIND, payload: { key }, runAt: now + HOUR_MS }, now);
}

/** Returns the handler that removes an order's file: of a receipt, a boleta or a complaint. */
export function fileHandlers({ storage }: Context): Record<string, JobHandler> {
  return { [KIND]: async (sent) => storage.remove(payload.parse(sent).key) };
}
