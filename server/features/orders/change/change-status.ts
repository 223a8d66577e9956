import type { AdminOrderDetail, ChangeStatusBody } from '#contract/orders-admin.ts';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';

/** Changes an order's status and writes to its buyer; the same status again changes nothing. */
export function changeStatus(
  context: Context,
  target: ChangeTarget,
  { status, reason }: ChangeStatusBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    if (order.status === status) return null;
    return {
      // Set by hand: no mark restores what was before.
      set: { status, status_before_start: null, status_before_dispatch: null },
      action: 'status_changed',
      changes: [{ field: 'status', from: order.status, to: status }],
      reason: reason || null,
      tell: (tx, changeId) =>
        enqueueMail(tx, { kind: 'order_status', orderId: order.id, changeId }, context.clock()),
    };
  });
}
