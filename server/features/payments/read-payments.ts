import * as z from 'zod';
import { hasMoney, isBeingConfirmed } from '#domain/payment.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { PaymentRow } from '#server/features/orders/online-payment.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { findPayment, findReturned } from './repo.ts';
import { settlePayment, tellOwner } from './settle-payment.ts';

const READ = 'payment.read';
const NOTICE = 'payment.notice';

const FIRST_MS = 15_000;
const LONGEST_MS = 6 * 3_600_000;
/** Webpay tells a status for seven days. */
const READ_FOR_MS = 7 * 86_400_000;

/** Returns how long after its last reading an attempt is read again, in milliseconds. */
function readingDelay(round: number): number {
  return Math.min(FIRST_MS * 2 ** round, LONGEST_MS);
}

const reading = z.object({ paymentId: z.string(), round: z.number().int() });
const notice = z.object({ providerId: z.string() });

/** Has an attempt read again; `round` counts its readings and makes the gaps grow. */
export async function enqueueReading(
  db: Queries | Tx,
  payload: z.output<typeof reading>,
  now: number,
): Promise<void> {
  await enqueue(db, { kind: READ, payload, runAt: now + readingDelay(payload.round) }, now);
}

/** Has the payment read that a notice names. */
export async function enqueueNotice(db: Queries, providerId: string, now: number): Promise<void> {
  await enqueue(db, { kind: NOTICE, payload: { providerId } }, now);
}

/**
 * Returns the handlers that ask the provider what became of attempts, also after a kill; none where the
 * shop takes no payments online: their jobs wait until it does again.
 */
export function paymentHandlers(context: Context): Record<string, JobHandler> {
  const { payments, db, clock } = context;
  if (!payments) return {};
  return {
    [READ]: async (sent) => {
      const { paymentId, round } = reading.parse(sent);
      const found = await findPayment(db.queries, paymentId);
      if (!found || isSettled(found)) return;
      const settled = await settlePayment(context, payments, paymentId);
      const row = settled?.payment ?? found;
      if (isSettled(row)) return;
      const now = clock();
      if (now - row.created_at < READ_FOR_MS || row.state === 'refunding') {
        await enqueueReading(db.queries, { paymentId, round: round + 1 }, now);
      } else if (isBeingConfirmed(row)) {
        await db.transaction((tx) => tellOwner(context, tx, row, 'unknown'));
      }
    },
    [NOTICE]: async (sent) => {
      const { providerId } = notice.parse(sent);
      const id = await payments.findAttempt(providerId);
      const found = id && (await findReturned(db.queries, payments.provider, { id }));
      if (!found) return;
      const settled = await settlePayment(context, payments, found.id, { providerId });
      // Thrown, so that the job is tried again.
      if (settled?.failure) throw settled.failure;
    },
  };
}

/** Nothing but a refund changes an attempt that was paid. */
function isSettled(row: PaymentRow): boolean {
  return hasMoney(row) && row.state !== 'refunding';
}
