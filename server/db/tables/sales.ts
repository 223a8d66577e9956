import type { Generated } from 'kysely';
import type { DiscountType } from '#domain/discounts/discounts.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { PaymentMethod, PaymentProvider, PaymentState } from '#domain/payments/attempt.ts';
import type { RefundReason } from '#domain/payments/refunds.ts';
import type { Fixed, Flag, Millis } from './columns.ts';

export type SalesTables = {
  /**
   * Sums of the orders outside the bin, by the day on which they were placed. A job writes them for
   * past days. Each order is counted in two rows: that of its region and that of its city.
   */
  order_statistics: {
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
    /** Pesos that came in and did not go back, and pesos of the revenue that went back. */
    paid_revenue: number;
    refunded: number;
  };
  /** Sales of one product in one region on a past day, under its name at that time. */
  pin_statistics: {
    day: Fixed<string>;
    region: Fixed<string>;
    product_id: Fixed<string>;
    product_name: Fixed<string>;
    finish_id: Fixed<string | null>;
    finish_name: Fixed<string | null>;
    pins: number;
    /** Pesos before discounts and shipping, which belong to orders, not to pins. */
    revenue: number;
  };
  /**
   * Days whose orders changed after their sums were stored: until the job runs, they are recounted.
   */
  stale_statistics: {
    day: string;
  };
  /** An attempt to pay an order online. It is kept when its order is deleted: money was received. */
  payments: {
    /** The attempt's id, which the provider knows as the order number; unguessable. */
    id: Fixed<string>;
    order_id: Fixed<string>;
    /** Its own id; for a second payment within one attempt, the id of that attempt. */
    reference: Fixed<string>;
    provider: Fixed<PaymentProvider>;
    /** The provider's id of the attempt; null until it is created there. */
    token: string | null;
    /** URL of the payment page; null before it is known. */
    redirect_url: string | null;
    /** How often the order's links had been revoked when it was begun. */
    links_ended: Fixed<number>;
    /** The provider's id of the payment; null until it is known. */
    provider_id: string | null;
    state: PaymentState;
    /** Pesos: the amount to pay, or the amount that was charged. */
    amount: number;
    /** Pesos refunded, and pesos of a requested refund that is not confirmed yet. */
    refunded: number;
    refunding: number;
    /** Idempotency key, reason and start of the refund in progress. */
    refund_key: string | null;
    refund_reason: RefundReason | null;
    refunding_since: Millis | null;
    /** When a request started to confirm it; null: none is confirming it. */
    claimed_at: Millis | null;
    /** Id of the job that next reads its state at the provider. */
    reading_job: string | null;
    /** Payment method, the bank's authorization code and the provider's fee in pesos, when known. */
    method: PaymentMethod | null;
    authorization_code: string | null;
    fee: number | null;
    /** 1: it must not be confirmed. */
    is_superseded: Flag;
    /** 1: this attempt paid the order. */
    paid_order: Flag;
    /** From 1: how many online payments counted for the order when it was begun, and this one. */
    number: Generated<number>;
    created_at: Fixed<Millis>;
    /** When the shop first learned that it was paid. */
    paid_at: Millis | null;
  };
  /** A payment at the provider that is not that of an attempt, or is in another currency. */
  stray_payments: {
    id: Fixed<string>;
    provider: Fixed<PaymentProvider>;
    provider_id: Fixed<string>;
    /** The order whose attempt it names; null: none of the shop. */
    order_id: Fixed<string | null>;
    /** Whole units of its currency. */
    amount: number;
    refunded: number;
    /** By ISO 4217. */
    currency: Fixed<string>;
    created_at: Fixed<Millis>;
  };
  /** Payments that no order counts, in `payments` or `stray_payments`, and the owner has handled. */
  handled_payments: {
    id: Fixed<string>;
    handled_by: Fixed<string>;
    handled_at: Fixed<Millis>;
  };
  /** Lists of the bank's movements that were read. */
  statements: {
    id: Fixed<string>;
    read_at: Fixed<Millis>;
    /** Uid of the admin. */
    read_by: Fixed<string>;
    /** First and last day of its movements, such as `2026-03-09`. */
    from_day: Fixed<string>;
    to_day: Fixed<string>;
  };
  /** The credits of a list that were offered, by the list's rows. */
  statement_rows: {
    statement_id: Fixed<string>;
    n: Fixed<number>;
    /** Hash of the movement. */
    movement: Fixed<string>;
  };
  /** Credits of the bank's lists, each once; without their text. */
  movements: {
    /** SHA-256 of day, amount, text, balance and place among equals. */
    hash: Fixed<string>;
    day: Fixed<string>;
    /** Pesos. */
    amount: Fixed<number>;
    /** Keyed hashes of who paid, by RUT and by name; null: not known, or half a year ago. */
    payer: string | null;
    seen_at: Millis;
    /** When a payment was noted from it; null: none stands. */
    used_at: Millis | null;
  };
  /** The movement from which an order's payment was noted. */
  movement_payments: {
    payment_id: Fixed<string>;
    /** Its hash. */
    movement: Fixed<string>;
  };
  /** An owner's corrections of the columns of lists. */
  statement_layouts: {
    /** Hash of the headings of such lists. */
    key: Fixed<string>;
    /** JSON. */
    columns: string;
    saved_at: Millis;
  };
  /** Signed notices of the last days: a repeated one is not processed again. */
  payment_notices: {
    signature: Fixed<string>;
    received_at: Fixed<Millis>;
  };
  payment_keys: {
    /** SHA-256 of the order's number and the header Idempotency-Key. */
    key: Fixed<string>;
    payment_id: string;
  };
  /** Every type that a code can have: those of `DISCOUNT_TYPES`. */
  discount_types: {
    type: Fixed<DiscountType>;
  };
  discount_codes: {
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
    /** Ids of the products that it applies to, separated by spaces; null: all. */
    products: string | null;
    current_uses: number;
    /** The total of the orders that use it, in pesos. */
    revenue: Generated<number>;
    is_active: Flag;
    starts_at: Millis | null;
    expires_at: Millis | null;
    created_at: Fixed<Millis>;
  };
  discount_redemptions: {
    order_id: Fixed<string>;
    code: Fixed<string>;
    /** The order's total, in pesos: its part of the code's revenue. */
    total_amount: number;
  };
};
