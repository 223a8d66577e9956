import type { BuyerOrder, Order } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { PaymentMethod, PaymentProvider } from '#domain/payment.ts';

export type StatusNews = {
  order: BuyerOrder;
  status: OrderStatus;
  /** A day, such as `2026-03-09`; null while it is unpaid. */
  paidOn: string | null;
  /** Its parcel was marked as handed over. */
  isDispatched: boolean;
  /** As `CancelNews` has it. */
  refundBy: string | null;
  reason: string | null;
  /** Whoever ordered had shown that the mailbox is theirs. */
  isBuyerVerified: boolean;
};

export type MailedOrder = {
  order: BuyerOrder;
  /** Of the terms it was placed under; null when none was kept. */
  termsVersion: string | null;
  /** It was placed by an account whose e-mail was verified by then. */
  isBuyerVerified: boolean;
};

/** An order whose payment was noted: its day, such as `2026-03-09`. */
export type PaidOrder = { order: BuyerOrder; paidOn: string; isBuyerVerified: boolean };

/** A payment online, for the mails about it. */
export type PaymentNews = {
  order_id: string;
  provider: PaymentProvider;
  provider_id: string | null;
  method: PaymentMethod | null;
  /** Pesos. */
  amount: number;
};

/** An order with its boleta; `file` is the PDF, null: there is none. */
export type DocumentNews = {
  order: BuyerOrder;
  document: NonNullable<BuyerOrder['document']>;
  isBuyerVerified: boolean;
  file: { name: string; content: Buffer } | null;
};

export type ProofNews = {
  order: Order;
  isBuyerVerified: boolean;
  /** Shows the proof without an account. */
  url: string;
  /** When the link stops working; milliseconds since 1970. */
  expiresAt: number;
};

/** A buyer's wish to cancel, or what the shop says to it. */
export type CancelNews = {
  order: BuyerOrder;
  /** Whoever ordered had shown that the mailbox is theirs. */
  isBuyerVerified: boolean;
  /** It was cancelled at once; else the shop is asked. */
  isDone: boolean;
  /** The words of whoever acted. */
  reason: string | null;
  /** The last day on which what was paid goes back, such as `2026-03-09`; null: nothing was paid. */
  refundBy: string | null;
};

/** A complaint, the shop's answer, or a reprint. */
export type ComplaintNews = {
  order: BuyerOrder;
  /** Whoever ordered had shown that the mailbox is theirs. */
  isBuyerVerified: boolean;
  /** Of whoever acted. */
  words: string | null;
  /** Pesos, and the day such as `2026-03-09`; null: none was noted. */
  refund: { amount: number; on: string } | null;
};

export type ProofAnswer = { order: Order; isApproved: boolean; words: string | null };

/** Where mails about orders get their facts. */
export type OrderSource = {
  /** @returns null when there is no such order (any more) */
  readOrder: (id: string) => Promise<MailedOrder | null>;
  /** @returns the address that shows the order without an account */
  readOrderUrl: (id: string) => Promise<string>;
  /** @returns null when there is nothing to tell any more */
  readStatusNews: (orderId: string, changeId: string) => Promise<StatusNews | null>;
  /** @returns null when it is not paid (any more), or another mail than this job's has told so */
  claimPaidOrder: (id: string, jobId: string) => Promise<PaidOrder | null>;
  /** @returns null when it has no boleta (any more), or another mail than this job's has brought it */
  claimDocument: (id: string, jobId: string) => Promise<DocumentNews | null>;
  /** @returns null when the order is gone, or the request was answered meanwhile */
  readCancelNews: (orderId: string, changeId: string) => Promise<CancelNews | null>;
  /** @returns null when the order is gone, or the reprint is taken back */
  readComplaintNews: (orderId: string, changeId: string) => Promise<ComplaintNews | null>;
  /** @returns which pictures a link is about, from 1, and why; null when it is used up */
  readPictureRequest: (
    orderId: string,
  ) => Promise<{ items: number[]; words: string | null; expiresAt: number } | null>;
  /** @returns null when there is no such payment */
  readPayment: (id: string) => Promise<PaymentNews | null>;
  /** @returns where the buyer adds the order's pictures; null when they are there */
  readPicturesUrl: (orderId: string) => Promise<string | null>;
  /** @returns null when there is nothing to ask any more */
  readProofNews: (orderId: string, proofId: string) => Promise<ProofNews | null>;
  /** @returns null when the order is gone */
  readProofAnswer: (orderId: string, changeId: string) => Promise<ProofAnswer | null>;
};
