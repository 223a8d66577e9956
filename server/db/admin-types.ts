import type { ColumnType } from 'kysely';
import type { AuditAction, AuditEntity } from '#contract/audit.ts';
import type { OrderStatus } from '#domain/orders.ts';

type Fixed<T> = ColumnType<T, T, never>;

/** What each order can be found by; a trigram index lies over it. */
export type OrderSearchTable = {
  order_id: Fixed<string>;
  /** See `orderSearchText`. */
  text: string;
};

/**
 * Sums over the orders outside the bin, kept up with every change: of all time (no period, no
 * city), per day (`2026-03-09`, no city), per month and city (`2026-03`, buyers of both kinds
 * together as `is_guest` 0). A sum is spread over several slots, so that orders placed at once do
 * not wait for each other: add them up.
 */
export type OrderTalliesTable = {
  city: Fixed<string>;
  period: Fixed<string>;
  status: Fixed<OrderStatus>;
  is_guest: Fixed<0 | 1>;
  slot: Fixed<number>;
  orders: number;
  /** Pesos. */
  revenue: number;
};

/** Who changed what; field names, statuses, flags and figures, never personal values. */
export type AuditLogTable = {
  /** Sorts by time. */
  id: Fixed<string>;
  /** Milliseconds since 1970 (UTC). */
  at: Fixed<number>;
  /** Null: the shop by itself. */
  actor_uid: Fixed<string | null>;
  entity: Fixed<AuditEntity>;
  entity_id: Fixed<string>;
  action: Fixed<AuditAction>;
  /** JSON, a list of changes. */
  changes: Fixed<string>;
  /** An order's version from then on. */
  version: Fixed<number | null>;
  /** In an admin's words; goes with its order, for it may tell of a person. */
  reason: string | null;
};

export type AdminSchema = {
  order_search: OrderSearchTable;
  order_tallies: OrderTalliesTable;
  audit_log: AuditLogTable;
};
