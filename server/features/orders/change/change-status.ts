import type { AdminOrderDetail, ChangeStatusBody } from '#contract/orders-admin.ts';
import { statusTime } from '#domain/order-stage.ts';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';
import { factsOf } from '../order-facts.ts';

/** Changes an order's status and writes to its buyer; the same status again changes nothing. */
export function changeStatus(
  context: Context,
  target: ChangeTarget,
  { status, reason }: ChangeStatusBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    if (order.status === status) return null;
    const status_set_at = statusTime(factsOf(order), context.clock());
    return {
      set: { status_set: status, status_set_at },
      action: 'status_changed',
      changes: [{ field: 'status', from: order.status, to: status }],
      reason: reason || null,
      tell: (tx, changeId) =>
        enqueueMail(tx, { kind: 'order_status', orderId: order.id, changeId }, context.clock()),
    };
  });
}
