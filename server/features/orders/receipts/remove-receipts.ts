import * as z from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { JobHandler } from '../../../jobs/run-job.ts';

const KIND = 'receipt.remove';
const payload = z.object({ key: z.string() });

/** Has a receipt's file removed once the transaction commits; null: there is none. */
export async function enqueueRemoval(tx: Tx, key: string | null, now: number): Promise<void> {
  if (key !== null) await enqueue(tx, { kind: KIND, payload: { key } }, now);
}

/** @returns what removes the files of receipts that are not wanted any more */
export function receiptHandlers({ storage }: Context): Record<string, JobHandler> {
  return { [KIND]: async (sent) => storage.remove(payload.parse(sent).key) };
}
