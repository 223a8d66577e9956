import type { ReceiptType } from '#domain/orders/order.ts';
import type { Mark } from '#domain/orders/order-stage.ts';
import type { DocumentKind } from '#domain/payments/invoice.ts';
import type { RefundReason, RefundWay } from '#domain/payments/refunds.ts';
import type { Fixed, Flag, Millis } from './columns.ts';

/** When each mark of a round was set, and by which admin. */
type MarkColumns = { [Name in Mark as `${Name}_at`]: Millis | null } & {
  [Name in Mark as `${Name}_by`]: string | null;
};

/** The parts of an order, each with its history: `Order`, `server/features/orders/order.ts`. */
export type PartTables = {
  /** Money that came in for an order. */
  order_payments: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    /** Pesos. */
    amount: number;
    /** A day, such as `2026-03-09`. */
    paid_on: string;
    how: string;
    /** The online attempt behind it; null: noted by an admin. */
    attempt_id: string | null;
    noted_by: string | null;
    noted_at: Millis;
    removed_at: Millis | null;
    /** Id of the job whose mail confirms it to the buyer; null: none yet. */
    told_by_job: string | null;
  };
  /** The shop's notes about a buyer, at the order where they were written. */
  buyer_notes: {
    order_id: Fixed<string>;
    notes: Fixed<string>;
    noted_at: Fixed<Millis>;
  };
  /** Money that went back to an order's buyer, or that the shop has to give back. */
  order_refunds: {
    id: Fixed<string>;
    order_id: Fixed<string>;
    /** Pesos. */
    amount: number;
    reason: RefundReason;
    /** The last day to give it back, such as `2026-03-09`; null: it was not promised before. */
    due_on: string | null;
    /** The day on which it went back; null: it is open. */
    done_on: string | null;
    how: RefundWay | null;
    created_at: Fixed<Millis>;
  };
  /** Payment reminders that are done, skipped ones included. */
  payment_reminders: {
    order_id: Fixed<string>;
    number: Fixed<number>;
    reminded_on: string;
  };
  /** A buyer's proofs of transfer; the last one counts. */
  order_receipts: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    received_at: Millis;
    /** Key of its file; null: removed, because a later one replaced it. */
    file: string | null;
    type: ReceiptType;
    bytes: number;
  };
  /** Boletas, entered by the owner; the last one counts until it is removed. */
  order_documents: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    kind: DocumentKind;
    number: string;
    issued_on: string;
    /** Key and bytes of its PDF. */
    file: string | null;
    bytes: number | null;
    noted_at: Millis;
    removed_at: Millis | null;
    /** Id of the job whose mail sends it to the buyer; null: none yet. */
    told_by_job: string | null;
  };
  /** The share of an order that is asked for before it is made; none: all of it. */
  order_deposits: {
    order_id: Fixed<string>;
    percent: number;
    /** Of orders from this total on, in pesos. */
    from_total: number;
    /** Pesos; null: the order is below that total. */
    amount: number | null;
    /** The day on which it was complete. */
    complete_on: string | null;
  };
  /** What an order is or was as a quote. */
  order_quotes: {
    order_id: Fixed<string>;
    /** A day, such as `2026-03-09`. */
    valid_until: string;
    accepted_at: Millis | null;
    /** Its lines and amounts, as JSON. */
    quoted: string;
  };
  /** When the shop asked for other pictures, and when the buyer last replaced one. */
  order_picture_requests: {
    order_id: Fixed<string>;
    requested_at: Millis | null;
    replaced_at: Millis | null;
  };
  /** For whom a buyer wants a factura. */
  order_invoices: {
    order_id: Fixed<string>;
    rut: string;
    name: string;
    giro: string;
    address: string;
  };
  order_complaints: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    made_at: Millis;
    /** The buyer's; null: erased. */
    words: string | null;
    /** Key of its photo. */
    file: string | null;
    closed_at: Millis | null;
    /** The shop's words to the buyer. */
    answer: string | null;
  };
  order_complaint_items: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    /** The item's. */
    position: Fixed<number>;
  };
  order_cancel_requests: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    requested_at: Millis;
    /** The buyer's; null: none, or erased. */
    words: string | null;
  };
  order_change_requests: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    made_at: Millis;
    /** The buyer's; null: erased. */
    words: string | null;
    closed_at: Millis | null;
    is_accepted: Flag | null;
    /** The shop's words to the buyer. */
    answer: string | null;
  };
  order_change_pictures: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    position: Fixed<number>;
    upload_id: Fixed<string>;
    original_name: string;
    notes: string | null;
    /** JSON of its `PinChoice`. */
    pins: string;
  };
  /** An order's production (0), from its first mark on, and each reprint. */
  production_rounds: MarkColumns & {
    order_id: Fixed<string>;
    n: Fixed<number>;
    /** Of a reprint; null for the first round. */
    started_at: Millis | null;
    reason: string | null;
    /** 1: its pins were printed before and are only sent again. */
    was_printed: Flag;
    courier: string | null;
    tracking_number: string | null;
  };
  /** The pins of a reprint; the first round makes all. */
  production_round_items: {
    order_id: Fixed<string>;
    n: Fixed<number>;
    /** The item's. */
    position: Fixed<number>;
    quantity: number;
  };
};
