import type { OrderStatus } from '#domain/orders.ts';
import type { Fixed } from './column-types.ts';

/**
 * Sums of the orders outside the bin by the day on which they were placed; for days that are closed,
 * written by a job. An order counts twice: in the row of its region and in that of its city.
 */
type OrderStatisticsTable = {
  /** Such as `2026-03-09`. */
  day: Fixed<string>;
  /** A region's code; empty in the rows of cities. */
  region: Fixed<string>;
  /** Empty in the rows of regions. */
  city: Fixed<string>;
  status: Fixed<OrderStatus>;
  orders: number;
  guest_orders: number;
  /** Of buyers who had ordered before. */
  returning_orders: number;
  paid_orders: number;
  pins: number;
  /** Pesos. */
  revenue: number;
  paid_revenue: number;
};

/** Days whose orders have changed since their sums were stored: until the job, they are counted anew. */
type StaleStatisticsTable = {
  day: string;
};

export type OrderFigureTables = {
  order_statistics: OrderStatisticsTable;
  stale_statistics: StaleStatisticsTable;
};
