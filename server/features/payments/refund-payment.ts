import { randomUUID } from 'node:crypto';
import type { RefundBody } from '#contract/payments/refunds-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, openRefundOf } from '#domain/orders/order.ts';
import { hasMoney, providerNames, shownAttempt } from '#domain/payments/attempt.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder, findLiveOrder } from '#server/features/orders/order.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { cancelToo } from './refunds.ts';
import { leftOf, lockPayment, type PaymentRow, toRef } from './repo.ts';

/** Returns how an order is refunded by default: by transfer if only the owner recorded a payment. */
export async function usualWay(db: Queries, orderId: string): Promise<'online' | 'transfer'> {
  const order = await findLiveOrder(db, orderId);
  if (!order?.paid) return 'online';
  const shown = shownAttempt(order.attempts);
  return shown && hasMoney(shown) ? 'online' : 'transfer';
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
): Promise<Order> {
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
  { clock, db, payments }: Context,
  tx: Tx,
  order: Order,
  { amount: wanted, reason, by }: Omit<RefundBody, 'how'> & { by: string | null },
): Promise<Requested> {
  const shown = shownAttempt(order.attempts);
  const row = shown && (await lockPayment(db, tx, shown.id));
  if (row && row.provider !== payments?.provider) {
    const message = `Este pago es de ${providerNames[row.provider]}, que está desactivado`;
    throw new ShopError('payment_unavailable', { message });
  }
  if (row?.state === 'refunding') {
    throw new ShopError('refund_too_large', {
      message: 'Hay una devolución en curso: espera a que termine',
    });
  }
  const { left, promised } = row ? limitsOf(order, row) : { left: 0, promised: null };
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
function limitsOf(order: Order, row: PaymentRow): { left: number; promised: number | null } {
  const left = leftOf(row);
  if (row.paid_order === 0 || order.paid === 0) return { left, promised: null };
  return {
    left: Math.min(left, order.paid - order.refunded),
    promised: openRefundOf(order)?.amount ?? null,
  };
}
