import type { Updateable } from 'kysely';
import type { AuditAction, AuditChange } from '#contract/audit.ts';
import { describeDiscountProblem } from '#contract/discount-messages.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { isVoid } from '#domain/orders.ts';
import { UNDO_MS } from '#domain/undo.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { runAll } from '#server/db/pipeline.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import {
  type CodeBuyer,
  correctRedemption,
  releaseUse,
  retakeUse,
} from '#server/features/discounts/uses.ts';
import { type ChangeMail, insertMails } from '#server/features/mail/enqueue-mail.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { isDetached } from './detached-orders.ts';
import { ERASED_UID } from './erase-buyer.ts';
import { supersedeAttempts } from './online-payment.ts';
import { promiseColumns, stageColumns } from './order-facts.ts';
import { toDetail } from './read/read-detail.ts';
import { updateRefunds } from './refunds.ts';
import { lockOrder, type OrderRow, withParts } from './repo.ts';
import { searchTextOf, updateSearchText } from './search-text.ts';
import { markStale } from './statistics.ts';

export type ChangeTarget = {
  id: string;
  /** Uid of the account that changes it; null: the buyer by a mailed link, or the shop itself. */
  by: string | null;
  /** The version that the caller has seen: another one is refused. Null: whatever it is now. */
  version: number | null;
};

/** Columns derived from the others; only `changeOrder` writes them. */
type Derived = 'status' | 'waits_for' | 'started_at' | 'due_on' | 'arrives_by' | 'version';

/** The new values of columns, and the audit entry. */
export type OrderChange = {
  set: Partial<Pick<OrderRow, Exclude<keyof Updateable<Schema['orders']>, Derived>>>;
  action: AuditAction;
  changes: readonly AuditChange[];
  reason?: string | null;
  /** The mails about the change; a function is called after everything else was written. */
  mails?: readonly ChangeMail[] | (() => Promise<readonly ChangeMail[]>);
  /** True: the mails wait for a minute, in which `withdrawMails` can take them back. */
  canUndo?: boolean | undefined;
};

type Options = {
  /** True: the order must be in the bin; false: outside. */
  inBin?: boolean;
};

/**
 * Changes an order under a row lock: admins change orders only in this way. Increases its version,
 * writes an audit entry and updates everything that depends on the order: its status and stage, the
 * use of its code, the statistics and the search index.
 * @param decide returns the change; null: no change
 * @returns the order after the change, with its history
 * @throws ShopError `not_found`, `order_changed` with the fresh order, `discount_unavailable`
 */
export async function changeOrder(
  context: Context,
  target: ChangeTarget,
  decide: (order: OrderRow, tx: Tx) => OrderChange | null | Promise<OrderChange | null>,
  { inBin = false }: Options = {},
): Promise<AdminOrderDetail> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(context.db, tx, target.id, { inBin });
    if (target.version !== null && target.version !== order.version) {
      throw new ShopError('order_changed', {
        facts: { order: await detailOf(context, tx, order) },
      });
    }
    const change = await decide(order, tx);
    if (!change) return detailOf(context, tx, order);
    const { delivery, seller } = (await context.settings.read(tx)).settings;
    const after = { ...order, ...change.set };
    const changed = await tx
      .updateTable('orders')
      .set({
        ...change.set,
        ...promiseColumns(order, after, delivery.closures),
        ...stageColumns(context, after),
        version: order.version + 1,
      })
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const now = context.clock();
    await followUp(tx, order, changed, now);
    const { set: _, mails = [], canUndo = false, ...note } = change;
    const changeId = await writeAudit(
      tx,
      { ...note, by: target.by, entity: 'order', entityId: order.id, version: changed.version },
      now,
    );
    const delayMs = canUndo ? UNDO_MS : 0;
    const about = { orderId: order.id, changeId, shopEmail: seller.email, delayMs };
    const all = typeof mails === 'function' ? await mails() : mails;
    await runAll(tx, insertMails(tx, all, about, now));
    await markStale(tx, now, { before: order, after: changed });
    return detailOf(context, tx, changed);
  });
}

async function followUp(tx: Tx, before: OrderRow, after: OrderRow, now: number): Promise<void> {
  // An attempt to pay an ended order, or a total that has changed, must not be confirmed any more.
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
  await updateRefunds(tx, before, after, now);
  if (searchTextOf(before) !== searchTextOf(after)) await updateSearchText(tx, after);
}

function isGone({ status, deleted_at }: OrderRow): boolean {
  return isVoid(status) || deleted_at !== null;
}

/** Error messages when an order's code cannot be used again. */
const retakeTexts = {
  used_up: describeDiscountProblem('used_up', { orderTotal: 0 }),
  used_by_buyer: 'El código de descuento vale una vez por persona, y esta ya lo usó en otro pedido',
} as const;

/** Returns null for an erased buyer, or one who may not own the order's e-mail. */
function codeBuyerOf(order: OrderRow): CodeBuyer | null {
  const { user_uid, user_email, guest_email } = order;
  if (user_uid === ERASED_UID || isDetached(order)) return null;
  const email = guest_email ?? user_email;
  return email === null ? null : { uid: user_uid, mailboxKey: recipientKey(email) };
}

/** Returns whether the order counts as a use of its code. */
function hasCodeUse({ discount_code, status, deleted_at }: OrderRow): boolean {
  return discount_code !== null && !isVoid(status) && deleted_at === null;
}

async function detailOf(context: Context, tx: Tx, order: OrderRow): Promise<AdminOrderDetail> {
  const [stored = { order, items: [], refunds: [] }] = await withParts(tx, [order]);
  return toDetail(context, tx, stored);
}
