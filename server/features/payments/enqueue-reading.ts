import type { Queries, Tx } from '#server/db/types.ts';
import type { PaymentRow } from '#server/features/orders/online-payment.ts';
import { enqueue, withdrawJob } from '#server/jobs/enqueue.ts';

/** Kinds of jobs: read an attempt's state; read the payment of a notice. */
export const READ = 'payment.read';
export const NOTICE = 'payment.notice';

const FIRST_MS = 15_000;
const LONGEST_MS = 6 * 3_600_000;

/**
 * Enqueues the next reading of an attempt's state, in place of the planned one.
 * @param round number of readings so far: the delay grows with it
 */
export async function enqueueReading(
  tx: Tx,
  { id: paymentId, reading_job }: Pick<PaymentRow, 'id' | 'reading_job'>,
  round: number,
  now: number,
): Promise<void> {
  if (reading_job !== null) await withdrawJob(tx, reading_job);
  const runAt = now + Math.min(FIRST_MS * 2 ** round, LONGEST_MS);
  const job = await enqueue(tx, { kind: READ, payload: { paymentId, round }, runAt }, now);
  await tx.updateTable('payments').set({ reading_job: job }).where('id', '=', paymentId).execute();
}

/** Enqueues the reading of the payment that a notice names. */
export async function enqueueNotice(db: Queries, providerId: string, now: number): Promise<void> {
  await enqueue(db, { kind: NOTICE, payload: { providerId } }, now);
}
