import { dayOf } from '#domain/dates.ts';
import { isVoid } from '#domain/orders.ts';
import { amountToRefund, openRefund, type RefundReason, type RefundWay } from '#domain/refunds.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { moneyOf } from '#server/features/orders/order-facts.ts';
import type { OrderRow, RefundRow } from '#server/features/orders/repo.ts';
import { newJobId } from '#server/lib/ids.ts';

/** Returns what an order's buyer is still owed; undefined: nothing. */
export async function findOpenRefund(db: Queries, orderId: string): Promise<RefundRow | undefined> {
  const [open] = await findOpenRefunds(db, [orderId]);
  return open;
}

/** Returns the open refunds of orders, at most one of each. */
export async function findOpenRefunds(
  db: Queries,
  orderIds: readonly string[],
): Promise<RefundRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('done_on', 'is', null)
    .execute();
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

/**
 * Records money that went back; the caller holds the order's lock and has checked the amount.
 * @returns the order's changed column
 */
export async function recordRefund(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'refunded_amount'>,
  { amount, how, reason: given, doneOn }: DoneRefund,
  now: number,
): Promise<Pick<OrderRow, 'refunded_amount'>> {
  const open = await findOpenRefund(tx, order.id);
  const reason = given ?? open?.reason ?? 'other';
  await tx
    .insertInto('order_refunds')
    .values({
      ...{ id: newJobId(now), order_id: order.id, amount, reason, how, done_on: doneOn },
      ...{ due_on: open?.reason === reason ? open.due_on : null, created_at: now, is_past: 0 },
    })
    .execute();
  return { refunded_amount: order.refunded_amount + amount };
}

/**
 * Updates an order's refunds after a change of the order: what is still owed, and whether those that
 * are done belong to a payment that was removed.
 */
export async function updateRefunds(
  tx: Tx,
  before: OrderRow,
  after: OrderRow,
  now: number,
): Promise<void> {
  if (before.paid_amount === 0 && after.paid_amount === 0) return;
  if (before.refunded_amount > 0 && after.refunded_amount === 0) {
    await tx
      .updateTable('order_refunds')
      .set({ is_past: 1 })
      .where('order_id', '=', after.id)
      .where('done_on', 'is not', null)
      .execute();
  }
  const row = await findOpenRefund(tx, after.id);
  const isCancelled = isVoid(after.status);
  const amount = amountToRefund(moneyOf(after), { total: after.total_amount, isCancelled });
  const open = row?.due_on ? { ...row, dueOn: row.due_on } : null;
  const next = openRefund(open, amount, { isCancelled, today: dayOf(now) });
  if (!next) {
    if (row) await tx.deleteFrom('order_refunds').where('id', '=', row.id).execute();
    return;
  }
  const columns = { amount: next.amount, reason: next.reason, due_on: next.dueOn };
  await (row
    ? tx.updateTable('order_refunds').set(columns).where('id', '=', row.id).execute()
    : tx
        .insertInto('order_refunds')
        .values({
          ...{ ...columns, id: newJobId(now), order_id: after.id, created_at: now },
          ...{ done_on: null, how: null, is_past: 0 },
        })
        .execute());
}
