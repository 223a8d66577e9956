import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueue, withdrawJob } from '#server/jobs/enqueue.ts';
import type { SignedNotice } from '#server/ports/payments/payments.ts';
import type { PaymentRow } from './repo.ts';

/** Kinds of jobs: read an attempt's state; read the payment of a notice. */
export const READ = 'payment.read';
export const NOTICE = 'payment.notice';

const FIRST_MS = 15_000;
const LONGEST_MS = 6 * HOUR_MS;

/** An older notice is not processed: whatever it was about has been read since, or is at closing. */
const NOTICE_AGE_MS = DAY_MS;

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

/**
 * Enqueues the reading of the payment that a notice names; not for an old or a repeated one, which
 * somebody may have captured.
 */
export async function enqueueNotice(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { providerId, at, signature }: SignedNotice,
): Promise<void> {
  const now = clock();
  if (Math.abs(now - at) > NOTICE_AGE_MS) return;
  await db.transaction(async (tx) => {
    const isNew = await tx
      .insertInto('payment_notices')
      .values({ signature, received_at: now })
      .onConflict((conflict) => conflict.column('signature').doNothing())
      .returning('signature')
      .executeTakeFirst();
    if (isNew) await enqueue(tx, { kind: NOTICE, payload: { providerId } }, now);
  });
}

/** Deletes the notices that are too old to be processed again. */
export async function sweepNotices({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  // One may have been signed by a clock that is ahead.
  const before = clock() - 2 * NOTICE_AGE_MS;
  await db.queries.deleteFrom('payment_notices').where('received_at', '<', before).execute();
}
