import type { RefundBody } from '#contract/payments/refunds-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, type OrderRefund, openRefundOf } from '#domain/orders/order.ts';
import { isVoid } from '#domain/orders/status.ts';
import { refundingOf } from '#domain/payments/online-payment.ts';
import type { RefundReason, RefundWay } from '#domain/payments/refunds.ts';
import type { Context } from '#server/context.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { setCancelled } from '#server/features/orders/set-status.ts';
import { newJobId } from '#server/lib/ids.ts';

/** Ways that the shop cannot observe: the owner gives the money back and notes it. */
export type NotedWay = Exclude<RefundWay, 'online'>;

/**
 * Notes money that the owner gave back today, and mails the buyer; with `cancels` it also cancels
 * the order, with one mail about both.
 * @throws ShopError `not_found`, `order_changed`, `refund_too_large`
 */
export function noteRefund(
  context: Context,
  target: ChangeTarget,
  { amount, how, reason, cancels }: Omit<RefundBody, 'how'> & { how: NotedWay },
): Promise<Order> {
  return changeOrder(context, target, (order): OrderChange => {
    const now = context.clock();
    const note = { how, doneOn: dayOf(now), reason: reason ?? null, amount: amount ?? null };
    const { refunds, done } = noteDone(order, note, now);
    const cancelled = cancels ? cancelToo(context, order) : null;
    return {
      set: { refunds, ...cancelled?.set },
      action: 'refund_noted',
      changes: [
        { field: 'refund', to: done.amount },
        { field: 'refundHow', to: how },
        ...(cancelled?.changes ?? []),
      ],
      mails: cancelled?.mails ?? [{ kind: 'refund_noted' }],
    };
  });
}

/** Returns the change that cancels an order whose money went back; null if it is cancelled. */
export function cancelToo(context: Context, order: Order) {
  return isVoid(order.status) ? null : setCancelled(context, order, null);
}

export type DoneRefund = {
  /** Pesos. */
  amount: number;
  how: RefundWay;
  /** Null: that of the open refund, else `other`. */
  reason: RefundReason | null;
  /** A day, such as `2026-03-09`. */
  doneOn: string;
};

/** An amount of null is what is promised, else the rest. */
type Note = Omit<DoneRefund, 'amount'> & { how: NotedWay; amount: number | null };

/**
 * Returns an order's refunds with one that the owner made.
 * @throws ShopError `refund_too_large`
 */
export function noteDone(order: Order, note: Note, now: number) {
  const left = order.paid - order.refunded - refundingOf(order.attempts);
  const amount = note.amount ?? openRefundOf(order)?.amount ?? left;
  if (amount < 1 || amount > left) throw new ShopError('refund_too_large');
  return addRefund(order, { ...note, amount }, now);
}

/** Returns an order's refunds with money that went back. */
export function addRefund(
  order: Order,
  { amount, how, reason: given, doneOn }: DoneRefund,
  now: number,
): { refunds: OrderRefund[]; done: OrderRefund } {
  const open = openRefundOf(order);
  const reason = given ?? open?.reason ?? 'other';
  const done = {
    ...{ id: newJobId(now), amount, reason, how, doneOn, isPast: false, createdAt: now },
    dueOn: open?.reason === reason ? open.dueOn : null,
  };
  return { refunds: [...order.refunds, done], done };
}
