import type { OrderSource, OwnerKind } from '#domain/orders/order.ts';
import type { Stage } from '#domain/orders/order-stage.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { TextFont, TextPath, TextPlace, TextSize } from '#domain/pins/text.ts';
import type { CropColumns, DeliveryColumns, Fixed, Flag, Millis } from './columns.ts';

/** A pin's text; all null when it has none; `text_outline` is also null without an outline. */
export type TextColumns = {
  text_value: string | null;
  text_font: TextFont | null;
  text_path: TextPath | null;
  text_colour: string | null;
  text_outline: string | null;
  text_place: TextPlace | null;
  text_size: TextSize | null;
};

export type OrderTables = {
  /** Every status that an order can have: those of `ORDER_STATUSES`. */
  order_statuses: {
    status: Fixed<OrderStatus>;
  };
  /** What it consists of: `Order`, `server/features/orders/order.ts`. */
  orders: DeliveryColumns & {
    id: Fixed<string>;
    created_at: Fixed<Millis>;
    version: number;
    source: Fixed<OrderSource>;
    deleted_at: Millis | null;
    is_guest: Fixed<Flag>;
    owner_kind: OwnerKind;
    owner_uid: string | null;
    user_email: string | null;
    guest_email: string | null;
    guest_mailbox_key: string | null;
    buyer_verified: Fixed<Flag>;
    is_returning: Fixed<Flag>;
    links_ended: number;
    terms_version: Fixed<string | null>;
    promise_min_days: Fixed<number>;
    promise_max_days: Fixed<number>;
    transport_days: number;
    buyer_notes: string | null;
    internal_notes: string | null;
    /** The sum of the items' quantities, and of their prices times quantities, in pesos. */
    pins: number;
    images_total: number;
    discount_code: string | null;
    discount_amount: number;
    /** The sum of its charges. */
    charges_total: number;
    shipping_cost: number;
    total_amount: number;
    agreed_total: number | null;
    pay_by: string | null;
    complete_since: Millis;
    status_set: OrderStatus;
    /** 0: no admin has set it. */
    status_set_at: Millis;
    cancel_requested_at: Millis | null;
    /** Derived from the rest and from the parts. */
    status: OrderStatus;
    waits_for: Stage | null;
    started_at: Millis | null;
    paid_on: string | null;
    paid_amount: number;
    refunded_amount: number;
    due_on: string | null;
    arrives_by: string | null;
    leave_by: string | null;
    has_document: Flag;
  };
  /** Written before their order, in one transaction: the order is checked against them. */
  order_items: CropColumns & {
    order_id: Fixed<string>;
    position: Fixed<number>;
    upload_id: string;
    original_name: string;
    notes: string | null;
    /** When its picture, crop or text was changed last; null: never. */
    changed_at: Millis | null;
    quantity: number;
    /** The price of one pin of it, in pesos. */
    unit_price: number;
    /** Product and finish by their names at that time; finish null: there was none to choose. */
    product_id: string;
    product_name: string;
    finish_id: string | null;
    finish_name: string | null;
    /** The saves of the settings that its price is from; 0: the defaults. */
    products_version: number;
    default_product_version: number;
    /** The press at that time: its circles in millimetres. */
    face_mm: number;
    cut_mm: number;
    safe_mm: number;
  } & TextColumns;
  /** Further lines of an order's bill, such as a rebate; shipping and discount are columns. */
  order_charges: {
    order_id: Fixed<string>;
    position: Fixed<number>;
    kind: string;
    label: string;
    /** Pesos; negative for a rebate. */
    amount: number;
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
