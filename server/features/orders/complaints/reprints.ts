import type { ReprintBody } from '#contract/complaints-admin.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { canReprint } from '#domain/order-stage.ts';
import type { Context } from '#server/context.ts';
import type { Flag } from '#server/db/tables/columns.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { factsOf, NO_REPRINT } from '#server/features/orders/order-facts.ts';
import { validationError } from '#server/http/errors.ts';

/** No reprint, and no parcel of one. */
const NO_ROUND = { ...NO_REPRINT, reprint_courier: null, reprint_tracking_number: null } as const;
const UNDER_WAY = 'Solo se reimprime lo que ya se despachó, y una reimpresión a la vez';

/**
 * Has pins of an order that left made or sent once more, at no price: it waits in the workshop again,
 * with marks of its own; status and sums stay. The buyer is mailed.
 * @throws ShopError `order_under_way`, `validation_failed` for a picture that the order has not
 */
export function startReprint(
  context: Context,
  target: ChangeTarget,
  { items, reason, isPrinted }: ReprintBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (!canReprint(factsOf(order))) throw new ShopError('order_under_way', { message: UNDER_WAY });
    if (items.some(({ n }) => n > order.unique_images)) {
      throw validationError({ items: 'Este pedido no tiene esa imagen' });
    }
    // Two within a millisecond would be one.
    const created_at = Math.max(context.clock(), (order.reprint_at ?? 0) + 1);
    const was_printed: Flag = isPrinted ? 1 : 0;
    const rows = items.map(({ n, quantity }) => ({
      ...{ order_id: order.id, created_at, was_printed, quantity },
      position: n - 1,
    }));
    await tx.insertInto('order_reprints').values(rows).execute();
    const pins = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      set: {
        ...NO_ROUND,
        reprint_at: created_at,
        ...(isPrinted ? { reprint_printed_at: created_at } : {}),
      },
      action: 'reprint_started',
      changes: [{ field: 'reprintedPins', to: pins }],
      reason,
      notify: (inTx, changeId) =>
        enqueueMail(inTx, { kind: 'reprint_started', orderId: order.id, changeId }, created_at),
    };
  });
}

/** Takes back the reprint that is under way; without one nothing changes. */
export function withdrawReprint(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.reprint_at === null || order.reprint_dispatched_at !== null) return null;
    await tx
      .deleteFrom('order_reprints')
      .where('order_id', '=', order.id)
      .where('created_at', '=', order.reprint_at)
      .execute();
    return {
      set: NO_ROUND,
      action: 'reprint_withdrawn',
      changes: [{ field: 'reprint', from: true, to: false }],
    };
  });
}
