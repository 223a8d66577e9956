import type { Selectable } from 'kysely';
import { dueOn } from '#domain/business-days.ts';
import type { Closure } from '#domain/promise.ts';
import { MARKS, type Mark, type WaitsFor, waitsFor } from '#domain/workshop.ts';
import type { OrdersTable } from '../../db/types.ts';

type OrderRow = Selectable<OrdersTable>;

/** Where each mark's time stands. */
export const markColumns = {
  printed: 'printed_at',
  packed: 'packed_at',
  dispatched: 'dispatched_at',
} as const satisfies Record<Mark, keyof OrderRow>;

type Marked = Pick<OrderRow, (typeof markColumns)[Mark]>;
type Progress = Marked & Pick<OrderRow, 'status' | 'paid_on' | 'deleted_at'>;

/** Returns the marks that an order has. */
export function marksOf(order: Marked): Set<Mark> {
  return new Set(MARKS.filter((mark) => order[markColumns[mark]] !== null));
}

/** Returns what an order waits for, so that nothing has to look through all orders for it. */
export function waitOf(order: Progress): WaitsFor | null {
  if (order.deleted_at !== null) return null;
  const { status, paid_on } = order;
  return waitsFor({ status, isPaid: paid_on !== null, marks: marksOf(order) });
}

type Promised = Pick<OrderRow, 'paid_on' | 'due_on' | 'promise_min_days'>;

/**
 * What the workshop's columns become when an order becomes `after`. The day follows from that of
 * the payment, by what the order was promised.
 * @param closures days on which the shop is closed
 */
export function workshopColumns(
  before: Promised,
  after: Progress,
  closures: Closure[],
): Pick<OrderRow, 'waits_for' | 'due_on'> {
  const { paid_on } = after;
  const promise = { minDays: before.promise_min_days, closures };
  const due_on = paid_on === before.paid_on ? before.due_on : dueOn(paid_on, promise);
  return { waits_for: waitOf(after), due_on };
}
