import * as z from 'zod';
import { type AdminOnlinePayment, adminOnlinePayment } from '#contract/online-payment.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/types.ts';
import type { OrderRow } from './repo.ts';

type Columns = Pick<OrderRow, 'online_payment' | 'total_amount'>;

/** Returns how an order's payment online stands; null before the first attempt. */
export function readOnlinePayment({
  online_payment: stored,
}: Pick<OrderRow, 'online_payment'>): AdminOnlinePayment | null {
  return stored === null ? null : z.parse(adminOnlinePayment, JSON.parse(stored));
}

/** Returns whether its buyer is paying just now, or may have paid. */
export function isBeingPaid(order: Pick<OrderRow, 'online_payment'>): boolean {
  const state = readOnlinePayment(order)?.state;
  return state === 'open' || state === 'unknown';
}

/** Returns it as an answer has it: nothing where the shop takes no payments online. */
export function presentOnlinePayment(
  order: Columns,
  { payments }: Pick<Config, 'payments'>,
): { onlinePayment?: AdminOnlinePayment } {
  if (payments === null) return {};
  const none = { state: 'none', refunded: 0, provider: null, providerId: null } as const;
  return { onlinePayment: readOnlinePayment(order) ?? { ...none, amount: order.total_amount } };
}

/** Stores how it stands, beside the order's facts: its version is that of what admins change. */
export async function storeOnlinePayment(
  tx: Tx,
  orderId: string,
  payment: AdminOnlinePayment,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ online_payment: JSON.stringify(payment) })
    .where('id', '=', orderId)
    .execute();
}
