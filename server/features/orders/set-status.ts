import type { AuditChange } from '#contract/base/audit.ts';
import type { ChangeStatusBody } from '#contract/orders/orders-admin-calls.ts';
import { factsOf } from '#domain/orders/derive.ts';
import type { Order } from '#domain/orders/order.ts';
import { statusOf, statusTime } from '#domain/orders/order-stage.ts';
import { CANCELLED_STATUS, isEnded } from '#domain/orders/status.ts';
import { findAudit } from '#server/audit/read-audit.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from './order.ts';

const NO_REQUEST = { cancelRequestedAt: null };

/** Changes an order's status and mails its buyer; the same status again changes nothing. */
export function changeStatus(
  context: Context,
  target: ChangeTarget,
  { status, reason, canUndo }: ChangeStatusBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.status === status) return null;
    const now = context.clock();
    const setByHand = { status, at: statusTime(factsOf(order), now) };
    const told = await statusBeforeUnsent(tx, order.id, now);
    return {
      // A status that ends the order also answers a request to cancel it.
      set: { setByHand, ...(isEnded(status) ? NO_REQUEST : {}) },
      action: 'status_changed',
      changes: [{ field: 'status', from: order.status, to: status }],
      reason: reason || null,
      mails: told === status ? [] : [{ kind: 'order_status' }],
      canUndo,
    };
  });
}

/**
 * Withdraws the delayed mail about an order's status.
 * @returns the status that its buyer still knows; undefined: there was no such mail
 */
async function statusBeforeUnsent(tx: Tx, orderId: string, now: number) {
  const [unsent] = await withdrawMails(tx, { orderId, kinds: ['order_status'], now });
  const entry = unsent?.changeId ? await findAudit(tx, unsent.changeId) : null;
  return entry?.changes.find(({ field }) => field === 'status')?.from;
}

/** Returns the change that cancels an order and mails its buyer. @param reason for the buyer */
export function setCancelled(context: Context, order: Order, reason: string | null) {
  const set = {
    cancelRequestedAt: null,
    setByHand: { status: CANCELLED_STATUS, at: statusTime(factsOf(order), context.clock()) },
  };
  return {
    set,
    action: 'status_changed',
    changes: statusChange(order, set),
    reason,
    mails: [{ kind: 'order_status' }],
  } as const satisfies OrderChange;
}

/** Returns the audit entry for the status, if a change of the order changes it. */
export function statusChange(order: Order, set: Partial<Order>): AuditChange[] {
  return diff('status', order.status, statusOf(factsOf({ ...order, ...set })));
}

/** Moves an order to the bin: then it is visible only there. */
export async function deleteOrder(context: Context, target: ChangeTarget): Promise<void> {
  await changeOrder(context, target, () => ({
    set: { deletedAt: context.clock() },
    action: 'deleted',
    changes: [{ field: 'deleted', from: false, to: true }],
  }));
}

/** Restores an order from the bin. @throws ShopError `discount_unavailable`: no use is left */
export function restoreOrder(context: Context, target: ChangeTarget): Promise<Order> {
  const change = {
    set: { deletedAt: null },
    action: 'restored',
    changes: [{ field: 'deleted', from: true, to: false }],
  } as const;
  return changeOrder(context, target, () => change, { inBin: true });
}
