import type { AdminOrderDetail, RecordShippingBody } from '#contract/orders-admin.ts';
import type { Context } from '../../../context.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';

export function recordShipping(
  context: Context,
  target: ChangeTarget,
  { courier, trackingNumber }: RecordShippingBody,
): Promise<AdminOrderDetail> {
  const set = { courier: courier || null, tracking_number: trackingNumber || null };
  return changeOrder(context, target, (order) => {
    const changes = [
      ...(order.courier === set.courier ? [] : [{ field: 'courier' }]),
      ...(order.tracking_number === set.tracking_number ? [] : [{ field: 'trackingNumber' }]),
    ];
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}
