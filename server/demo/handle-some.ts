import type { OrderStatus } from '#domain/orders.ts';
import { deleteOrder } from '#server/features/orders/change/bin.ts';
import { changeStatus } from '#server/features/orders/change/edit-order.ts';
import type { Context } from '../context.ts';
import type { DemoAccount } from './seed-accounts.ts';

const steps: readonly { status: OrderStatus; reason: string | null }[] = [
  { status: 'processing', reason: 'Pago recibido, va a la prensa' },
  { status: 'completed', reason: null },
  { status: 'cancelled', reason: 'El comprador se arrepintió' },
  { status: 'pending', reason: 'Se canceló por error' },
];

/** The admin's work of a morning: orders with a history, mails to their buyers, and a full bin. */
export async function handleSome(
  context: Context,
  accounts: readonly DemoAccount[],
): Promise<void> {
  const by = accounts.find(({ role }) => role === 'admin')?.uid ?? '';
  const latest = await context.db.queries
    .selectFrom('orders')
    .select('id')
    .where('discount_code', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(8)
    .execute();
  for (const [at, { id }] of latest.entries()) {
    const target = { id, by, version: null };
    for (const change of steps.slice(0, at % (steps.length + 1))) {
      await changeStatus(context, target, change);
    }
    if (at > 5) await deleteOrder(context, target);
  }
}
