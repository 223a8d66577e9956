import * as z from 'zod';
import { DAY_MS } from '#domain/base/dates.ts';
import { hasMoney } from '#domain/payments/attempt.ts';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { changePayment } from './change-payment.ts';
import { enqueueReading, NOTICE, READ } from './enqueue-reading.ts';
import { findPayment, isToldOf, lockPayment, type PaymentRow } from './repo.ts';
import { settlePayment } from './settle-payment.ts';
import { recordStray } from './stray-payments.ts';

/** Webpay reports an attempt's state for seven days. */
const READ_FOR_MS = 7 * DAY_MS;

const reading = z.object({ paymentId: z.string(), round: z.number().int() });
const notice = z.object({ providerId: z.string() });

/**
 * Returns the job handlers that read the state of attempts at the provider, also after a crash.
 * There are none when online payments are off: their jobs wait until payments are on again.
 */
export function paymentHandlers(context: Context): Record<string, JobHandler> {
  const { payments, db, clock } = context;
  if (!payments) return {};
  const { provider } = payments;
  return {
    [READ]: async (sent, job) => {
      const { paymentId, round } = reading.parse(sent);
      const found = await findPayment(db.queries, { id: paymentId });
      if (!found || isSettled(found)) return;
      const settled = await settlePayment(context, payments, paymentId);
      const row = settled?.payment ?? found;
      if (isSettled(row)) return;
      const now = clock();
      if (now - row.created_at >= READ_FOR_MS && row.state !== 'refunding') {
        await changePayment(context, paymentId, () => ({ event: { type: 'given_up' } }));
        return;
      }
      await db.transaction(async (tx) => {
        const last = await lockPayment(db, tx, paymentId);
        // If its buyer returned meanwhile, another job reads it now.
        if (last?.reading_job === job.id) await enqueueReading(tx, last, round + 1, now);
      });
    },
    [NOTICE]: async (sent) => {
      const { providerId } = notice.parse(sent);
      const found = await payments.findPayment(providerId);
      const { reference = null, taken = null } = found ?? {};
      const attempt = reference && (await findPayment(db.queries, { provider, id: reference }));
      if (!attempt) {
        const stray = taken && { provider, orderId: null, taken };
        if (stray) await recordStray(db.queries, stray, clock());
        return;
      }
      const settled = await settlePayment(context, payments, attempt.id, { providerId });
      // Thrown, so that the job is retried.
      if (settled?.failure) throw settled.failure;
    },
  };
}

/**
 * Returns whether an attempt needs no reading: it is paid without a pending refund, or was never
 * begun.
 */
function isSettled(row: PaymentRow): boolean {
  if (hasMoney(row)) return row.state !== 'refunding';
  return row.state === 'expired' && !isToldOf(row);
}
