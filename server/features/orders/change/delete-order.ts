import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { Context } from '../../../context.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';

/** Puts an order into the bin: it is nowhere to be seen from then on. */
export async function deleteOrder(context: Context, target: ChangeTarget): Promise<void> {
  await changeOrder(context, target, () => ({
    set: { deleted_at: context.clock() },
    action: 'deleted',
    changes: [{ field: 'deleted', from: false, to: true }],
  }));
}

/** Takes an order out of the bin. @throws ShopError `discount_unavailable`: no use is left */
export function restoreOrder(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
  const change = {
    set: { deleted_at: null },
    action: 'restored',
    changes: [{ field: 'deleted', from: true, to: false }],
  } as const;
  return changeOrder(context, target, () => change, { inBin: true });
}
