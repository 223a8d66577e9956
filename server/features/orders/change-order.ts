import type { Updateable } from 'kysely';
import type { AuditAction, AuditChange } from '#contract/audit.ts';
import { describeDiscountProblem } from '#contract/discount-messages.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { isVoid } from '#domain/orders.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { OrdersTable, Tx } from '#server/db/types.ts';
import {
  type CodeBuyer,
  correctRedemption,
  releaseUse,
  retakeUse,
} from '#server/features/discounts/uses.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { isDetached } from './detached-orders.ts';
import { ERASED_UID } from './erase-buyer.ts';
import { supersedeAttempts } from './online-payment.ts';
import { promiseColumns, stageColumns } from './order-facts.ts';
import { toDetail } from './read/read-detail.ts';
import { type OrderRow, withItems } from './repo.ts';
import { searchTextOf, updateSearchText } from './search-text.ts';
import { markStale } from './statistics.ts';

export type ChangeTarget = {
  id: string;
  /** The account that changes it; null: the buyer, by the mailed link. */
  by: string | null;
  /** The version that they saw; another one now is `order_changed`. Null: whichever it is. */
  version: number | null;
};

/** Columns that follow from the others, which nothing else writes. */
type Derived = 'status' | 'waits_for' | 'started_at' | 'due_on' | 'arrives_by' | 'version';

/** The new columns, and the audit trail's entry. */
export type OrderChange = {
  set: Partial<Pick<OrderRow, Exclude<keyof Updateable<OrdersTable>, Derived>>>;
  action: AuditAction;
  changes: readonly AuditChange[];
  reason?: string | null;
  /** Enqueues its mail, within the same transaction. */
  notify?: (tx: Tx, auditId: string) => Promise<void>;
};

type Options = {
  /** Whether the order is looked for in the bin, instead of outside. */
  inBin?: boolean;
};

/**
 * Changes an order: the one way in which admins do. It is locked first; its version goes up, the
 * audit trail has an entry, and what depends on an order follows: its status and what it waits for,
 * its code's use, the sums, the search.
 * @param decide says what changes; null: nothing does
 * @returns the order as it is now, with its history
 * @throws ShopError `not_found`, `order_changed` with the fresh order, `discount_unavailable`
 */
export async function changeOrder(
  context: Context,
  target: ChangeTarget,
  decide: (order: OrderRow, tx: Tx) => OrderChange | null | Promise<OrderChange | null>,
  { inBin = false }: Options = {},
): Promise<AdminOrderDetail> {
  const detail = await context.db.transaction(async (tx) => {
    const order = await lockOrder(context, tx, target.id, inBin);
    if (target.version !== null && target.version !== order.version) {
      throw new ShopError('order_changed', {
        facts: { order: await detailOf(context, tx, order) },
      });
    }
    const change = await decide(order, tx);
    if (!change) return detailOf(context, tx, order);
    const { closures } = (await context.settings.read(tx)).settings.delivery;
    const after = { ...order, ...change.set };
    const changed = await tx
      .updateTable('orders')
      .set({
        ...change.set,
        ...promiseColumns(order, after, closures),
        ...stageColumns(context, after),
        version: order.version + 1,
      })
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await followUp(tx, order, changed);
    const { set: _, notify, ...note } = change;
    const auditId = await writeAudit(
      tx,
      { ...note, by: target.by, entity: 'order', entityId: order.id, version: changed.version },
      context.clock(),
    );
    await notify?.(tx, auditId);
    await markStale(tx, context.clock(), { before: order, after: changed });
    return detailOf(context, tx, changed);
  });
  context.jobNotifier.notify();
  return detail;
}

async function lockOrder({ db }: Context, tx: Tx, id: string, inBin: boolean): Promise<OrderRow> {
  const order = await db
    .lockRows(tx.selectFrom('orders').selectAll().where('id', '=', id))
    .executeTakeFirst();
  if (!order || (order.deleted_at !== null) !== inBin) throw new ShopError('not_found');
  return order;
}

async function followUp(tx: Tx, before: OrderRow, after: OrderRow): Promise<void> {
  // What nobody may pay any more is not confirmed when its buyer comes back, nor another total.
  const hasOtherTotal = after.total_amount !== before.total_amount;
  const ends = (isGone(after) && !isGone(before)) || hasOtherTotal;
  if (ends && after.online_payment !== null) await supersedeAttempts(tx, after.id);
  const had = hasCodeUse(before);
  const has = hasCodeUse(after);
  const { id, discount_code: code, total_amount: total } = after;
  if (had && !has) await releaseUse(tx, id);
  if (had && has && total !== before.total_amount) await correctRedemption(tx, id, total);
  if (!had && has && code !== null) {
    const problem = await retakeUse(tx, { orderId: id, code, total }, codeBuyerOf(after));
    if (problem) throw new ShopError('discount_unavailable', { message: retakeTexts[problem] });
  }
  if (searchTextOf(before) !== searchTextOf(after)) await updateSearchText(tx, after);
}

function isGone({ status, deleted_at }: OrderRow): boolean {
  return isVoid(status) || deleted_at !== null;
}

/** What an admin reads when an order's code cannot be taken again. */
const retakeTexts = {
  used_up: describeDiscountProblem('used_up', { orderTotal: 0 }),
  used_by_buyer: 'El código de descuento vale una vez por persona, y esta ya lo usó en otro pedido',
} as const;

/** @returns null for an order whose person was erased, or is not the e-mail's owner */
function codeBuyerOf(order: OrderRow): CodeBuyer | null {
  const { user_uid, user_email, guest_email } = order;
  if (user_uid === ERASED_UID || isDetached(order)) return null;
  const email = guest_email ?? user_email;
  return email === null ? null : { uid: user_uid, mailboxKey: recipientKey(email) };
}

/** A code's counter is the number of these orders that carry it. */
function hasCodeUse({ discount_code, status, deleted_at }: OrderRow): boolean {
  return discount_code !== null && !isVoid(status) && deleted_at === null;
}

async function detailOf(context: Context, tx: Tx, order: OrderRow): Promise<AdminOrderDetail> {
  const [stored = { order, items: [] }] = await withItems(tx, [order]);
  return toDetail(context, tx, stored);
}
