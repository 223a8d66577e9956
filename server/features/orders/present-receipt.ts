import type { Selectable } from 'kysely';
import type { Receipt } from '#contract/payment-details.ts';
import { isUnderWay } from '#domain/orders.ts';
import type { OrdersTable } from '#server/db/types.ts';

type OrderRow = Selectable<OrdersTable>;

/** Whether the buyer still has something to pay. */
export function isUnpaid({ paid_on, status }: Pick<OrderRow, 'paid_on' | 'status'>): boolean {
  return paid_on === null && isUnderWay(status);
}

type Kept = Pick<OrderRow, 'receipt_type' | 'receipt_bytes' | 'receipt_at'>;

/** @returns null where the buyer has sent none */
export function presentReceipt(order: Kept): Receipt | null {
  const { receipt_type: type, receipt_bytes: bytes, receipt_at: at } = order;
  if (type === null || bytes === null || at === null) return null;
  return { type, bytes, receivedAt: new Date(at).toISOString() };
}
