import { randomUUID } from 'node:crypto';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { providerNames } from '#domain/payment.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { changeOrder } from '#server/features/orders/change-order.ts';
import {
  findAttempts,
  findShown,
  type PaymentRow,
  storeShown,
} from '#server/features/orders/online-payment.ts';
import { lockOrder } from '#server/features/orders/repo.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { leftOf, toRef } from './repo.ts';

type Refund = {
  orderId: string;
  by: string;
  /** Pesos; null: all that is not refunded yet. */
  amount: number | null;
};

/**
 * Refunds an order's online payment, or part of it. Without an answer from the provider the refund
 * is pending until a job has read its result.
 * @returns the order after the refund
 * @throws ShopError `not_found`, `refund_too_large`, `payment_unavailable` when the provider
 *   refuses
 */
export async function refundPayment(context: Context, refund: Refund): Promise<AdminOrderDetail> {
  const { payments, db } = context;
  if (!payments) throw new ShopError('not_found');
  const { row, amount } = await db.transaction((tx) => storeRefund(context, tx, refund));
  try {
    const key = row.refund_key ?? row.id;
    const told = await payments.refund(toRef(row), { amount, key });
    const decide: Decide = (_row, _order, own) => ({
      event: own && { type: 'told', word: own.word },
    });
    await changePayment(context, row.id, decide, told);
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      await changePayment(context, row.id, () => ({ event: { type: 'refund_failed' } }));
      const name = providerNames[row.provider];
      throw new ShopError('payment_unavailable', {
        message: `${name} no aceptó la devolución: no se devolvió nada`,
      });
    }
    if (!(error instanceof ProviderFailure)) throw error;
  }
  return changeOrder(context, { id: refund.orderId, by: null, version: null }, () => null);
}

/** Decides under the order's lock, and stores the refund before it is requested at the provider. */
async function storeRefund(
  { db, clock, payments }: Context,
  tx: Tx,
  { orderId, by, amount: wanted }: Refund,
): Promise<{ row: PaymentRow; amount: number }> {
  await lockOrder(db, tx, orderId);
  const row = findShown(await findAttempts(tx, orderId));
  if (row && row.provider !== payments?.provider) {
    const message = `Este pago es de ${providerNames[row.provider]}, que está desactivado`;
    throw new ShopError('payment_unavailable', { message });
  }
  if (row?.state === 'refunding') {
    throw new ShopError('refund_too_large', {
      message: 'Hay una devolución en curso: espera a que termine',
    });
  }
  const left = row ? leftOf(row) : 0;
  const amount = wanted ?? left;
  if (!row || amount < 1 || amount > left) throw new ShopError('refund_too_large');
  const now = clock();
  const updated = await tx
    .updateTable('payments')
    .set({
      ...{ state: 'refunding', refunding: amount },
      ...{ refund_key: randomUUID(), refunding_since: now },
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeShown(tx, orderId);
  await writeAudit(
    tx,
    {
      ...{ by, entity: 'order', entityId: orderId, action: 'payment_refunded' },
      changes: [{ field: 'refund', to: amount }],
    },
    now,
  );
  await enqueueReading(tx, row, 0, now);
  return { row: updated, amount };
}
