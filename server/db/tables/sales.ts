import type { Generated } from 'kysely';
import type { DiscountType } from '#domain/discounts.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { PaymentMethod, PaymentProvider, PaymentState } from '#domain/payment.ts';
import type { Fixed, Flag, Millis } from './columns.ts';

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

/** What was sold of one pin in one region on a closed day, under its name of that day. */
type PinStatisticsTable = {
  day: Fixed<string>;
  region: Fixed<string>;
  product_id: Fixed<string>;
  product_name: Fixed<string>;
  finish_id: Fixed<string | null>;
  finish_name: Fixed<string | null>;
  pins: number;
  /** Pesos before discounts and shipping: those are of orders, not of pins. */
  revenue: number;
};

/** Days whose orders have changed since their sums were stored: until the job runs, they are counted again. */
type StaleStatisticsTable = {
  day: string;
};

export type OrderFigureTables = {
  order_statistics: OrderStatisticsTable;
  pin_statistics: PinStatisticsTable;
  stale_statistics: StaleStatisticsTable;
};

/** An attempt to pay an order online. It outlives its order: money that was taken stays in sight. */
export type PaymentsTable = {
  /** What the provider calls the order; unguessable. */
  id: Fixed<string>;
  order_id: Fixed<string>;
  /** Its own id, or that of the attempt within which the provider took a second payment. */
  reference: Fixed<string>;
  provider: Fixed<PaymentProvider>;
  /** The provider's own name of the attempt; null until it was told of it. */
  token: string | null;
  /** Where the buyer pays; null before it is known, and once the order's links have ended. */
  redirect_url: string | null;
  /** The provider's number of the payment; null until it is known. */
  provider_id: string | null;
  state: PaymentState;
  /** Pesos: what is to be paid, or what was taken. */
  amount: number;
  /** Pesos that went back, and pesos that were asked back and are not confirmed. */
  refunded: number;
  refunding: number;
  /** Of the refund under way, so that it is sent once; and since when it is. */
  refund_key: string | null;
  refunding_since: Millis | null;
  /** Since when a request is confirming it; null: none is. */
  claimed_at: Millis | null;
  /** The job that reads it next. */
  reading_job: string | null;
  /** How it was paid, its number at the bank and the provider's fee in pesos, where told. */
  method: PaymentMethod | null;
  authorization_code: string | null;
  fee: number | null;
  /** 1: it must not be confirmed. */
  is_superseded: Flag;
  /** 1: it is what paid the order. */
  paid_order: Flag;
  created_at: Fixed<Millis>;
  /** When the money was seen first. */
  paid_at: Millis | null;
};

type PaymentKeysTable = {
  /** SHA-256 of the order's number and the header Idempotency-Key. */
  key: Fixed<string>;
  payment_id: string;
};

export type PaymentTables = { payments: PaymentsTable; payment_keys: PaymentKeysTable };

/** Every type that a code can have: those of `DISCOUNT_TYPES`. */
type DiscountTypesTable = {
  type: Fixed<DiscountType>;
};

export type DiscountCodesTable = {
  /** Upper case. */
  code: Fixed<string>;
  name: string;
  type: DiscountType;
  /** Hundredths of a percent or of a peso: money is never a float. */
  value_hundredths: number;
  multiple_use: Flag;
  max_uses: number | null;
  once_per_buyer: Generated<Flag>;
  min_order_total: number | null;
  /** Ids of the products that it is for, with blanks between; null: all. */
  products: string | null;
  current_uses: number;
  /** The total of the orders that use it, in pesos. */
  revenue: Generated<number>;
  is_active: Flag;
  starts_at: Millis | null;
  expires_at: Millis | null;
  created_at: Fixed<Millis>;
};

type DiscountRedemptionsTable = {
  order_id: Fixed<string>;
  code: Fixed<string>;
  /** The order's, in pesos: its part of the code's revenue. */
  total_amount: number;
};

export type DiscountTables = {
  discount_types: DiscountTypesTable;
  discount_codes: DiscountCodesTable;
  discount_redemptions: DiscountRedemptionsTable;
};
