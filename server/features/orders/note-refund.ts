import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { RefundBody } from '#contract/refunds-admin.ts';
import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { isVoid } from '#domain/orders.ts';
import type { RefundWay } from '#domain/refunds.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { setCancelled } from '#server/features/orders/cancel/cancel-order.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import { findAttempts, refundingOf } from '#server/features/orders/online-payment.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { type DoneRefund, findOpenRefund, recordRefund } from './refunds.ts';

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
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx): Promise<OrderChange> => {
    const doneOn = dayOf(context.clock());
    const note = { how, doneOn, reason: reason ?? null, amount: amount ?? null };
    const done = await noteDone(context, tx, order, note);
    const cancelled = cancels ? cancelToo(context, { ...order, ...done.set }) : null;
    return {
      set: { ...done.set, ...cancelled?.set },
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
export function cancelToo(context: Context, order: OrderRow) {
  return isVoid(order.status) ? null : setCancelled(context, order, null);
}

type Note = Omit<DoneRefund, 'amount'> & {
  how: NotedWay;
  /** Pesos; null: what is promised, else the rest. */
  amount: number | null;
};

/**
 * Records a refund that the owner made, under the order's lock.
 * @returns its amount, and the order's changed columns
 * @throws ShopError `refund_too_large`
 */
export async function noteDone(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  order: OrderRow,
  note: Note,
): Promise<{ amount: number; set: Pick<OrderRow, 'refunded_amount'> }> {
  const pending = refundingOf(await findAttempts(tx, order.id));
  const left = order.paid_amount - order.refunded_amount - pending;
  const amount = note.amount ?? (await findOpenRefund(tx, order.id))?.amount ?? left;
  if (amount < 1 || amount > left) throw new ShopError('refund_too_large');
  const set = await recordRefund(tx, order, { ...note, amount }, clock());
  return { amount, set };
}
