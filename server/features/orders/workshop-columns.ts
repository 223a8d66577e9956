import type { Selectable } from 'kysely';
import { dueOn } from '#domain/business-days.ts';
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

/** What the workshop's columns become when an order becomes `after`; the day is the payment's. */
export function workshopColumns(
  before: Pick<OrderRow, 'paid_on' | 'due_on'>,
  after: Progress,
): Pick<OrderRow, 'waits_for' | 'due_on'> {
  const { paid_on } = after;
  const due_on = paid_on === before.paid_on ? before.due_on : dueOn(paid_on);
  return { waits_for: waitOf(after), due_on };
}
