import type { ColumnType } from 'kysely';
import type { OrderSource } from '#contract/orders-admin.ts';
import type { Mark, Stage } from '#domain/order-stage.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { TextFont, TextPath } from '#domain/pins/text.ts';
import type { ProofState } from '#domain/proofs.ts';
import type { CropColumns, DeliveryColumns, Fixed, Flag, Millis } from './columns.ts';

/** Every status that an order can have: those of `ORDER_STATUSES`. */
type OrderStatusesTable = {
  status: Fixed<OrderStatus>;
};

/** When each mark of the workshop was set; the audit log has by whom. */
export type MarkColumns = { [Name in Mark as `${Name}_at`]: Millis | null };

/** Since when pins of it are made once more, and when each mark of that was set: the last time. */
export type ReprintColumns = { reprint_at: Millis | null } & {
  [Name in Mark as `reprint_${Name}_at`]: Millis | null;
};

/** The facts of an order; `order-facts.ts` derives its status and stage from them. */
export type FactColumns = MarkColumns &
  ReprintColumns & {
    created_at: Fixed<Millis>;
    /** Pins in all: the sum of the items' quantities; 0: it was opened by the shop, without pictures yet. */
    images_count: number;
    /** A day, such as `2026-03-09`; null until it is paid. */
    paid_on: string | null;
    /** The day on which it must leave; null until it is paid. */
    due_on: string | null;
    /** The promised last day of delivery; null until it is paid. */
    arrives_by: string | null;
    /** Of its latest proof, and since when; null: it has none. */
    proof_state: ProofState | null;
    proof_at: Millis | null;
    /** The status that an admin set last, and when; null: none. */
    status_set: OrderStatus | null;
    status_set_at: Millis | null;
    /** Since when it is being made, by a mark or by its status; null: it is not. */
    started_at: Millis | null;
    /** Since when its buyer asks to cancel it; null: not, or the shop has answered. */
    cancel_requested_at: Millis | null;
    /** Since when the shop waits for other pictures from its buyer; null: it does not. */
    picture_requested_at: Millis | null;
    /** When it was moved to the bin. */
    deleted_at: Millis | null;
  };

type SharedColumns = DeliveryColumns & FactColumns;

export type OrdersTable = SharedColumns & {
  id: Fixed<string>;
  /** Derived from the facts, like `waits_for`: stored for the indexes. */
  status: OrderStatus;
  /** Null: there is no work left for the workshop. */
  waits_for: Stage | null;
  version: number;
  /** Null for a guest. */
  user_uid: string | null;
  user_email: string | null;
  /** A guest's e-mail in lower case; null for an account's order. */
  guest_email: string | null;
  /** The `recipientKey` of the guest's e-mail; null for an account's order. */
  guest_mailbox_key: string | null;
  /** Items. */
  unique_images: number;
  /** The sum of the items' quantities times their prices, which the database checks. In pesos. */
  images_total: number;
  discount_code: string | null;
  discount_amount: number;
  subtotal_after_discount: number;
  shipping_cost: number;
  total_amount: number;
  /** The total that the shop agreed with its buyer; null: it has the shop's prices. */
  agreed_total: Fixed<number | null>;
  /** Whether the buyer placed it, or the shop opened it; `web` by default. */
  source: ColumnType<OrderSource, OrderSource | undefined, never>;
  /** As the buyer wrote them; `notes` may have been changed by the shop since. */
  buyer_notes: string | null;
  /** The shop's own notes on the order, which its buyer never sees. */
  internal_notes: string | null;
  paid_how: string | null;
  /** The last day on which it is to be paid, such as `2026-03-09`; null: there was no deadline. */
  pay_by: string | null;
  /** When the pictures of an order came that the shop had opened without; null: of any other. */
  completed_at: Millis | null;
  /** How many of the shop's reminders its buyer has come to, and on which day the last was sent. */
  reminders_sent: number | null;
  reminded_on: string | null;
  /** Of its online payments, as JSON (`OnlinePayment`); derived from `payments`, null: there is none. */
  online_payment: string | null;
  /** The job whose mail confirms the payment to the buyer; null: none yet. */
  payment_mail_job: string | null;
  /** When its buyer last replaced a picture; null: never. */
  picture_replaced_at: Millis | null;
  courier: string | null;
  tracking_number: string | null;
  /** The buyer's proof of transfer: its file's key, media type, bytes, when it came, how many did. */
  receipt_file: string | null;
  receipt_type: string | null;
  receipt_bytes: number | null;
  receipt_at: Millis | null;
  receipts_sent: number | null;
  /** Its boleta, as the owner noted it: number, day of issue, and key and bytes of its PDF. */
  document_number: string | null;
  document_on: string | null;
  document_file: string | null;
  document_bytes: number | null;
  /** The job whose mail brings it to the buyer; null: none yet. */
  document_mail_job: string | null;
  /** What its buyer says is wrong: since when, answered when, JSON of pictures from 1, the photo's key. */
  complaint_at: Millis | null;
  complaint_closed_at: Millis | null;
  complaint_items: string | null;
  complaint_file: string | null;
  complaints_sent: number | null;
  /** What the shop answered to it; null: nothing, or not yet. */
  complaint_answer: string | null;
  /** Money that went back, in pesos, and on which day: what was noted last. */
  refund_noted: number | null;
  refund_noted_on: string | null;
  /** With whom its reprint travels. */
  reprint_courier: string | null;
  reprint_tracking_number: string | null;
  /** Of the terms it was placed under; null for an order older than this column. */
  terms_version: Fixed<string | null>;
  /** The promised delivery time, in business days from its payment. */
  promise_min_days: Fixed<number>;
  promise_max_days: Fixed<number>;
  /** Business days that its parcel takes to its region beyond the promise; 0 by default. */
  transport_days: ColumnType<number, number | undefined, number>;
  /** 1 when it was placed by an account whose e-mail was verified by then; 0 by default. */
  buyer_verified: ColumnType<Flag, Flag | undefined, never>;
  /** 1 when its buyer had ordered before (`place-order.ts`); 0 by default. */
  is_returning: ColumnType<Flag, Flag | undefined, never>;
  /** How often its mailed links have ended, which is part of their tokens; 0 by default. */
  links_ended: ColumnType<number, number | undefined, number>;
};

/** Written before their order, in one transaction: the order is checked against them. */
export type OrderItemsTable = CropColumns & {
  order_id: Fixed<string>;
  position: Fixed<number>;
  upload_id: string;
  original_name: string;
  notes: string | null;
  quantity: number;
  /** The price of one pin of it, in pesos. */
  unit_price: Fixed<number>;
  /** Which pin it is, by the names of that day; both null where there was no finish to choose. */
  product_id: Fixed<string>;
  product_name: Fixed<string>;
  finish_id: Fixed<string | null>;
  finish_name: Fixed<string | null>;
  /** The press of that day: its circles in millimetres. */
  face_mm: Fixed<number>;
  cut_mm: Fixed<number>;
  safe_mm: Fixed<number>;
} & TextColumns;

/** Pins of an order that are made or sent once more, at no price. */
type OrderReprintsTable = {
  order_id: Fixed<string>;
  /** The order's `reprint_at` while it is the latest. */
  created_at: Fixed<Millis>;
  /** Of the item. */
  position: Fixed<number>;
  quantity: Fixed<number>;
  /** 1: they were at hand, and nothing was printed. */
  was_printed: Fixed<Flag>;
};

/** A picture that an item had before, until the pins are printed: the owner can bring it back. */
type ReplacedPicturesTable = CropColumns & {
  order_id: Fixed<string>;
  /** Of the item. */
  position: Fixed<number>;
  replaced_at: Fixed<Millis>;
  upload_id: Fixed<string>;
  original_name: Fixed<string>;
};

/** Of a pin's text; all null where it has none, `text_outline` also for letters without an outline. */
export type TextColumns = {
  text_value: string | null;
  text_font: TextFont | null;
  text_path: TextPath | null;
  text_colour: string | null;
  text_outline: string | null;
};

type IdempotencyKeysTable = {
  key: Fixed<string>;
  /** SHA-256 of the parsed body and its user. */
  request_hash: Fixed<string>;
  order_id: Fixed<string>;
};

export type OrderTables = {
  order_statuses: OrderStatusesTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  order_reprints: OrderReprintsTable;
  replaced_pictures: ReplacedPicturesTable;
  idempotency_keys: IdempotencyKeysTable;
};

/** The search text of each order, with a trigram index. */
type OrderSearchTable = {
  order_id: Fixed<string>;
  /** The order's own: searches start from the newest. */
  created_at: Fixed<Millis>;
  /** See `orderSearchText`. */
  text: string;
};

export type OrderSearchTables = {
  order_search: OrderSearchTable;
};

/** A right that was mailed to an order's buyer: for one purpose, until it is used or too old. */
type OrderLinksTable = {
  /** SHA-256 of its token. */
  hash: Fixed<string>;
  order_id: Fixed<string>;
  purpose: Fixed<string>;
  created_at: Fixed<Millis>;
  expires_at: Fixed<Millis>;
  /** JSON of `LinkDetails`. */
  details: string;
};

export type OrderLinkTables = { order_links: OrderLinksTable };
