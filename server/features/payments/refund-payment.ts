import { randomUUID } from 'node:crypto';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { RefundBody } from '#contract/refunds-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { hasMoney, providerNames } from '#domain/payment.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { cancelToo } from '#server/features/orders/note-refund.ts';
import {
  findAttempts,
  findShown,
  type PaymentRow,
  storeShown,
} from '#server/features/orders/online-payment.ts';
import { findOpenRefund } from '#server/features/orders/refunds.ts';
import { findLiveRow, type OrderRow } from '#server/features/orders/repo.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { leftOf, toRef } from './repo.ts';

/** Returns how an order is refunded by default: by transfer if only the owner recorded a payment. */
export async function usualWay(db: Queries, orderId: string): Promise<'online' | 'transfer'> {
  const isPaid = ((await findLiveRow(db, orderId))?.paid_on ?? null) !== null;
  const shown = findShown(await findAttempts(db, orderId));
  return isPaid && !(shown && hasMoney(shown)) ? 'transfer' : 'online';
}

/**
 * Refunds an order's online payment, or part of it. Without an answer from the provider the refund
 * is pending until a job has read its result.
 * @returns the order after the refund
 * @throws ShopError `not_found`, `order_changed`, `refund_too_large`, `payment_unavailable` when the
 *   provider refuses
 */
export async function refundPayment(
  context: Context,
  target: ChangeTarget,
  refund: Omit<RefundBody, 'how'>,
): Promise<AdminOrderDetail> {
  const { payments } = context;
  if (!payments) throw new ShopError('not_found');
  const { row, amount } = await requestRefund(context, target, refund);
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
  const { id, by } = target;
  return changeOrder(context, { id, by, version: null }, (order) =>
    refund.cancels ? cancelToo(context, order) : null,
  );
}

type Requested = { row: PaymentRow; amount: number };

/** Stores the refund under the order's lock, before it is requested at the provider. */
async function requestRefund(
  context: Context,
  target: ChangeTarget,
  refund: Omit<RefundBody, 'how'>,
): Promise<Requested> {
  const requested: Requested[] = [];
  await changeOrder(context, target, async (order, tx) => {
    requested.push(await storeRefund(context, tx, order, { ...refund, by: target.by }));
    return null;
  });
  const last = requested.at(-1);
  if (!last) throw new ShopError('refund_too_large');
  return last;
}

async function storeRefund(
  { clock, payments }: Context,
  tx: Tx,
  order: OrderRow,
  { amount: wanted, reason, by }: Omit<RefundBody, 'how'> & { by: string | null },
): Promise<Requested> {
  const row = findShown(await findAttempts(tx, order.id));
  if (row && row.provider !== payments?.provider) {
    const message = `Este pago es de ${providerNames[row.provider]}, que está desactivado`;
    throw new ShopError('payment_unavailable', { message });
  }
  if (row?.state === 'refunding') {
    throw new ShopError('refund_too_large', {
      message: 'Hay una devolución en curso: espera a que termine',
    });
  }
  const { left, promised } = row ? await limitsOf(tx, order, row) : { left: 0, promised: null };
  const amount = wanted ?? promised ?? left;
  if (!row || amount < 1 || amount > left) throw new ShopError('refund_too_large');
  const now = clock();
  const updated = await tx
    .updateTable('payments')
    .set({
      ...{ state: 'refunding', refunding: amount },
      ...{ refund_key: randomUUID(), refund_reason: reason ?? null, refunding_since: now },
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeShown(tx, order.id);
  await writeAudit(
    tx,
    {
      ...{ by, entity: 'order', entityId: order.id, action: 'payment_refunded' },
      changes: [{ field: 'refund', to: amount }],
    },
    now,
  );
  await enqueueReading(tx, row, 0, now);
  return { row: updated, amount };
}

/**
 * Returns the pesos that an attempt can give back, and those that its order was promised. Money of
 * the order may also have gone back in another way; money that no order counts is given back whole.
 */
async function limitsOf(tx: Tx, order: OrderRow, row: PaymentRow) {
  const left = leftOf(row);
  if (row.paid_order === 0 || order.paid_on === null) return { left, promised: null };
  const open = await findOpenRefund(tx, order.id);
  return {
    left: Math.min(left, order.paid_amount - order.refunded_amount),
    promised: open?.amount ?? null,
  };
}
