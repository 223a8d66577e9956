import type { ColumnType } from 'kysely';
import type { OrderSource } from '#contract/orders-admin.ts';
import type { Mark, Stage } from '#domain/order-stage.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { TextFont, TextPath } from '#domain/pins/text.ts';
import type { ProofState } from '#domain/proofs.ts';
import type { RefundReason, RefundWay } from '#domain/refunds.ts';
import type { CropColumns, DeliveryColumns, Fixed, Flag, Millis } from './columns.ts';

/** When each mark of the workshop was set; the audit log has by whom. */
export type MarkColumns = { [Name in Mark as `${Name}_at`]: Millis | null };

/** Start of the order's latest reprint, and when each of its marks was set. */
export type ReprintColumns = { reprint_at: Millis | null } & {
  [Name in Mark as `reprint_${Name}_at`]: Millis | null;
};

/** The facts of an order; `order-facts.ts` derives its status and stage from them. */
export type FactColumns = MarkColumns &
  ReprintColumns & {
    created_at: Fixed<Millis>;
    /** Pins: the sum of the items' quantities; 0: opened by the shop, without pictures yet. */
    images_count: number;
    /** A day, such as `2026-03-09`; null until it is paid. */
    paid_on: string | null;
    /** Pesos that came in for it, and those of them that went back; 0 by default. */
    paid_amount: ColumnType<number, number | undefined, number>;
    refunded_amount: ColumnType<number, number | undefined, number>;
    /** The day by which it must be dispatched; null until it is paid. */
    due_on: string | null;
    /** The promised last day of delivery; null until it is paid. */
    arrives_by: string | null;
    /** State of its latest proof, and since when; null: there is no proof. */
    proof_state: ProofState | null;
    proof_at: Millis | null;
    /** The last status that an admin set, and when; null: none. */
    status_set: OrderStatus | null;
    status_set_at: Millis | null;
    /** When production started, by a mark or by its status; null: not started. */
    started_at: Millis | null;
    /** When its buyer requested to cancel it; null: no request, or the shop has answered it. */
    cancel_requested_at: Millis | null;
    /** When the shop requested other pictures from its buyer; null: no open request. */
    picture_requested_at: Millis | null;
    /** When it was moved to the bin. */
    deleted_at: Millis | null;
  };

type SharedColumns = DeliveryColumns & FactColumns;

/** A pin's text; all null when it has none; `text_outline` is also null without an outline. */
export type TextColumns = {
  text_value: string | null;
  text_font: TextFont | null;
  text_path: TextPath | null;
  text_colour: string | null;
  text_outline: string | null;
};

export type OrderTables = {
  /** Every status that an order can have: those of `ORDER_STATUSES`. */
  order_statuses: {
    status: Fixed<OrderStatus>;
  };
  orders: SharedColumns & {
    id: Fixed<string>;
    /** Derived from the facts, like `waits_for`: stored for the indexes. */
    status: OrderStatus;
    /** Null: the workshop has nothing left to do. */
    waits_for: Stage | null;
    version: number;
    /** Null for a guest. */
    user_uid: string | null;
    user_email: string | null;
    /** A guest's e-mail in lower case; null for an account's order. */
    guest_email: string | null;
    /** The `recipientKey` of the guest's e-mail; null for an account's order. */
    guest_mailbox_key: string | null;
    /** Number of items. */
    unique_images: number;
    /** The sum of the items' quantities times their prices, which the database checks. In pesos. */
    images_total: number;
    discount_code: string | null;
    discount_amount: number;
    subtotal_after_discount: number;
    shipping_cost: number;
    total_amount: number;
    /** The total that the shop and the buyer agreed on; null: the shop's prices apply. */
    agreed_total: Fixed<number | null>;
    /** `web` (the default) when the buyer placed it, `panel` when the shop opened it. */
    source: ColumnType<OrderSource, OrderSource | undefined, never>;
    /** The buyer's original notes; the shop may have changed `notes` since. */
    buyer_notes: string | null;
    /** The shop's own notes on the order, which its buyer never sees. */
    internal_notes: string | null;
    paid_how: string | null;
    /** The last day to pay it, such as `2026-03-09`; null: no deadline. */
    pay_by: string | null;
    /** When the pictures were added to an order that the shop opened; null for any other order. */
    completed_at: Millis | null;
    /** Payment reminders that are done, skipped ones included, and the day of the last. */
    reminders_sent: number | null;
    reminded_on: string | null;
    /** JSON (`OnlinePayment`), derived from its rows in `payments`; null: no online payment. */
    online_payment: string | null;
    /** Id of the job whose mail confirms the payment to the buyer; null: none yet. */
    payment_mail_job: string | null;
    /** When its buyer last replaced a picture; null: never. */
    picture_replaced_at: Millis | null;
    courier: string | null;
    tracking_number: string | null;
    /** The latest proof of transfer: file key, media type, bytes, time; and how many were sent. */
    receipt_file: string | null;
    receipt_type: string | null;
    receipt_bytes: number | null;
    receipt_at: Millis | null;
    receipts_sent: number | null;
    /** Its boleta, entered by the owner: number, day of issue, and file key and bytes of its PDF. */
    document_number: string | null;
    document_on: string | null;
    document_file: string | null;
    document_bytes: number | null;
    /** Id of the job whose mail sends it to the buyer; null: none yet. */
    document_mail_job: string | null;
    /** The buyer's complaint: when made and answered, JSON of its items from 1, key of the photo. */
    complaint_at: Millis | null;
    complaint_closed_at: Millis | null;
    complaint_items: string | null;
    complaint_file: string | null;
    complaints_sent: number | null;
    /** The shop's answer to the complaint; null: none. */
    complaint_answer: string | null;
    /** Courier and tracking number of its reprint. */
    reprint_courier: string | null;
    reprint_tracking_number: string | null;
    /** Version of the terms accepted with the order; null for an order older than this column. */
    terms_version: Fixed<string | null>;
    /** The promised delivery time, in business days from the payment. */
    promise_min_days: Fixed<number>;
    promise_max_days: Fixed<number>;
    /** Business days of transport to its region in addition to the promise; 0 by default. */
    transport_days: ColumnType<number, number | undefined, number>;
    /** 1 when it was placed by an account whose e-mail was verified at that time; 0 by default. */
    buyer_verified: ColumnType<Flag, Flag | undefined, never>;
    /** 1 when its buyer had ordered before (`place-order.ts`); 0 by default. */
    is_returning: ColumnType<Flag, Flag | undefined, never>;
    /** How often its mailed links were revoked; it is part of their tokens; 0 by default. */
    links_ended: ColumnType<number, number | undefined, number>;
  };
  /** Written before their order, in one transaction: the order is checked against them. */
  order_items: CropColumns & {
    order_id: Fixed<string>;
    position: Fixed<number>;
    upload_id: string;
    original_name: string;
    notes: string | null;
    quantity: number;
    /** The price of one pin of it, in pesos. */
    unit_price: Fixed<number>;
    /** Product and finish by their names at that time; finish null: there was none to choose. */
    product_id: Fixed<string>;
    product_name: Fixed<string>;
    finish_id: Fixed<string | null>;
    finish_name: Fixed<string | null>;
    /** The press at that time: its circles in millimetres. */
    face_mm: Fixed<number>;
    cut_mm: Fixed<number>;
    safe_mm: Fixed<number>;
  } & TextColumns;
  /** Pins of an order that are made or sent once more, at no price. */
  order_reprints: {
    order_id: Fixed<string>;
    /** The order's `reprint_at` while it is the latest. */
    created_at: Fixed<Millis>;
    /** The item's position. */
    position: Fixed<number>;
    quantity: Fixed<number>;
    /** 1: they were printed already and are only sent again. */
    was_printed: Fixed<Flag>;
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
    /** 1: of a payment that was removed once all of it had gone back; it counts no more. */
    is_past: Flag;
    created_at: Fixed<Millis>;
  };
  /** An item's earlier picture: until the pins are printed, the owner can restore it. */
  replaced_pictures: CropColumns & {
    order_id: Fixed<string>;
    /** The item's position. */
    position: Fixed<number>;
    replaced_at: Fixed<Millis>;
    upload_id: Fixed<string>;
    original_name: Fixed<string>;
  };
  idempotency_keys: {
    key: Fixed<string>;
    /** SHA-256 of the parsed body and its user. */
    request_hash: Fixed<string>;
    order_id: Fixed<string>;
  };
  /** The search text of each order, with a trigram index. */
  order_search: {
    order_id: Fixed<string>;
    /** Same as the order's: searches start from the newest. */
    created_at: Fixed<Millis>;
    /** See `orderSearchText`. */
    text: string;
  };
  /** A link mailed to an order's buyer, valid for one purpose until it is used or expires. */
  order_links: {
    /** SHA-256 of its token. */
    hash: Fixed<string>;
    order_id: Fixed<string>;
    purpose: Fixed<string>;
    created_at: Fixed<Millis>;
    expires_at: Fixed<Millis>;
    /** JSON of `LinkDetails`. */
    details: string;
  };
};
