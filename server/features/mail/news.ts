import type { Selectable } from 'kysely';
import type { AuditChange } from '#contract/base/audit.ts';
import type { BuyerOrder, Order } from '#contract/orders/orders.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { RefundWay } from '#domain/payments/refunds.ts';
import type { Schema } from '#server/db/types.ts';

/** An order for a mail to its buyer. */
export type BuyerNews = {
  order: BuyerOrder;
  /** The order was placed by an account whose e-mail was verified. */
  isBuyerVerified: boolean;
  /** Its shipping has another price than that of its city today, such as an agreed one. */
  hasOwnShipping?: boolean;
  /** Pesos that its payment provider can give back; left out: none. */
  refundableOnline?: number;
};

/** `termsVersion` is the version of the accepted terms; null when none was stored. */
export type MailedOrder = BuyerNews & { termsVersion: string | null };

export type StatusNews = BuyerNews & {
  status: OrderStatus;
  /** A day, such as `2026-03-09`; null while it is unpaid. */
  paidOn: string | null;
  /** It was marked as dispatched. */
  isDispatched: boolean;
  /** See `CancelNews`. */
  refundBy: string | null;
  reason: string | null;
};

type Payment = BuyerOrder['payments'][number];

/** An order with a payment that came in, and those before it that no mail has confirmed. */
export type PaidOrder = BuyerNews & { payment: Payment; earlier?: Payment[] };

/** An online payment, for the mails about it. */
export type PaymentNews = Pick<
  Selectable<Schema['payments']>,
  'order_id' | 'provider' | 'provider_id' | 'method' | 'amount'
>;

/** An order with its boleta; `file` is the PDF, null: there is none. */
export type DocumentNews = BuyerNews & {
  document: NonNullable<BuyerOrder['document']>;
  file: { name: string; content: Buffer } | null;
};

export type ProofNews = Omit<BuyerNews, 'order'> & {
  order: Order;
  /** Shows the proof without an account. */
  url: string;
  /** When the link stops working; milliseconds since 1970. */
  expiresAt: number;
};

/** A buyer's request to cancel, or the shop's answer to it. */
export type CancelNews = BuyerNews & {
  /** The order was cancelled at once; false: the shop has to answer the request. */
  isDone: boolean;
  /** The reason given by the buyer, or by the shop in its answer. */
  reason: string | null;
  /** The last day for the refund, such as `2026-03-09`; null: nothing was paid. */
  refundBy: string | null;
};

/** A complaint, the shop's answer, or a reprint. */
export type ComplaintNews = BuyerNews & {
  /** The buyer's or the shop's text. */
  words: string | null;
  /** Pesos, and the day, such as `2026-03-09`; null: no refund was noted. */
  refund: { amount: number; on: string } | null;
  /** One that the shop has promised, and its last day. */
  promise: { amount: number; by: string } | null;
};

/** Pesos that the owner gave back, and how. */
export type RefundNews = BuyerNews & { amount: number; how: RefundWay };

/** An order whose items the shop changed, with the audit entry's changes. */
export type ItemsNews = BuyerNews & { changes: readonly AuditChange[] };

export type ProofAnswer = { order: Order; isApproved: boolean; words: string | null };
