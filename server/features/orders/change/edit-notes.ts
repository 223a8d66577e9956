import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { Context } from '../../../context.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';

export function editNotes(
  context: Context,
  target: ChangeTarget,
  typed: string | null,
): Promise<AdminOrderDetail> {
  const notes = typed || null;
  return changeOrder(context, target, (order) =>
    order.notes === notes
      ? null
      : { set: { notes }, action: 'notes_changed', changes: [{ field: 'notes' }] },
  );
}
