import type { OrderStatus } from '#domain/orders.ts';
import type { Fixed, Flag } from './column-types.ts';

/**
 * Sums over the orders outside the bin, kept up with every change: of all time (no period, no
 * city), per day over all regions (`2026-03-09`, no city), per part of a week and region (by its
 * first day; `weekPartOf`), per month and city (`2026-03`, buyers of both kinds together as
 * `is_guest` 0). A sum is spread over several slots, so that orders placed at once do not wait for
 * each other: add them up.
 */
type OrderTalliesTable = {
  city: Fixed<string>;
  period: Fixed<string>;
  /** With a day a region's code, or `*` for all; empty otherwise. */
  region: Fixed<string>;
  status: Fixed<OrderStatus>;
  is_guest: Fixed<Flag>;
  slot: Fixed<number>;
  orders: number;
  /** Pesos. */
  revenue: number;
  pins: number;
  /** Of these orders those that are paid, and their pesos. */
  paid_orders: number;
  paid_revenue: number;
  /** Of these orders those whose buyer had ordered before. */
  returning_orders: number;
};

export type OrderFigureTables = {
  order_tallies: OrderTalliesTable;
};
