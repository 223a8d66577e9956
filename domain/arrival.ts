import { type Arrival, arrivalOf } from './business-days.ts';
import { type OrderFacts, statusOf } from './order-stage.ts';
import { isUnderWay, isVoid } from './orders.ts';
import type { DeliveryPromise } from './promise.ts';

/** The day on which an order is looked at, such as `2026-03-09`, and what it was promised. */
export type ArrivalBasis = { today: string; promise: DeliveryPromise };

/**
 * Returns the days between which an order arrives, none of them before today: while it is unpaid, as
 * if it were paid today. Null once its last day is past, and for one that was cancelled or ended unpaid.
 */
export function orderArrival(order: OrderFacts, { today, promise }: ArrivalBasis): Arrival | null {
  const status = statusOf(order);
  const { paidOn, dueOn, arrivesBy } = order;
  if (isVoid(status)) return null;
  if (paidOn === null) return isUnderWay(status) ? arrivalOf(today, promise) : null;
  if (dueOn === null || arrivesBy === null || arrivesBy < today) return null;
  return { from: dueOn < today ? today : dueOn, to: arrivesBy };
}
