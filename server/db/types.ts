import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { DiscountType } from '#domain/discounts.ts';
import type { OrderStatus } from '#domain/orders.ts';
import type { AccountSchema } from './account-types.ts';
import type { AdminSchema } from './admin-types.ts';
import type { MailSchema } from './mail-types.ts';
import type { MapSchema } from './map-types.ts';
import type { SecondFactorSchema } from './second-factor-types.ts';

/** 0 or 1: SQLite has no booleans. */
export type Flag = 0 | 1;
/** Milliseconds since 1970 (UTC). */
export type Millis = number;
type Fixed<T> = ColumnType<T, T, never>;

export type UploadsTable = {
  /** Unguessable; part of the picture's address. */
  id: Fixed<string>;
  mime_type: Fixed<string>;
  /** Size of the original file. */
  bytes: Fixed<number>;
  width: Fixed<number>;
  height: Fixed<number>;
  created_at: Fixed<Millis>;
  /** Hash of the sender's address while the picture waits for its order. */
  source: string | null;
  claimed_at: Millis | null;
  /** The account whose order claimed it; null for a guest's. */
  claimed_by: string | null;
  /** Size of its files together: the original and the shown copies. */
  stored_bytes: Generated<number>;
  /** When its files were removed while its orders stay. */
  removed_at: Millis | null;
};

/** Bytes of files that were stored, ordered since or not. */
export type UploadSumsTable = {
  /** Hash of the sender or of its network; `*` for all. */
  source: Fixed<string>;
  /** A day in UTC, such as `2026-03-09`. */
  day: Fixed<string>;
  bytes: number;
};

export type OrdersTable = {
  id: Fixed<string>;
  created_at: Fixed<Millis>;
  status: OrderStatus;
  version: number;
  /** Null for a guest. */
  user_uid: string | null;
  user_email: string | null;
  full_name: string;
  phone: string;
  email: string | null;
  /** A guest's e-mail in lower case; null for an account's order. */
  guest_email: string | null;
  region: string;
  city: string;
  address: string;
  lat: number | null;
  lng: number | null;
  notes: string | null;
  /** All amounts in pesos. */
  images_count: number;
  unique_images: number;
  price_per_image: number;
  images_total: number;
  discount_code: string | null;
  discount_amount: number;
  subtotal_after_discount: number;
  shipping_cost: number;
  total_amount: number;
  /** When it went into the bin. */
  deleted_at: Millis | null;
  /** A day, such as `2026-03-09`; null until it is paid. */
  paid_on: string | null;
  paid_how: string | null;
  courier: string | null;
  tracking_number: string | null;
  /** Of the terms it was placed under; null for an order from before they were kept. */
  terms_version: Fixed<string | null>;
  /** 1 when it was placed by an account whose e-mail was verified by then; 0 unless told. */
  buyer_verified: ColumnType<Flag, Flag | undefined, never>;
};

export type OrderItemsTable = {
  order_id: Fixed<string>;
  position: Fixed<number>;
  upload_id: Fixed<string>;
  original_name: string;
  notes: string | null;
  quantity: number;
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
  current_uses: number;
  is_active: Flag;
  expires_at: Millis | null;
  created_at: Fixed<Millis>;
};

export type DiscountRedemptionsTable = {
  order_id: Fixed<string>;
  code: Fixed<string>;
};

export type IdempotencyKeysTable = {
  key: Fixed<string>;
  /** SHA-256 of the parsed body and its sender. */
  request_hash: Fixed<string>;
  order_id: Fixed<string>;
};

/** Requests per limiter and sender; used by the PostgreSQL store of the rate limiter. */
export type RateLimitsTable = {
  key: string;
  points: number;
  expire: number | null;
};

/** Mails about accounts have workers of their own; everything else is `general`. */
export type JobQueue = 'account' | 'general';

export type JobsTable = {
  /** Sorts by time; also names what the job makes, such as a mail. */
  id: Fixed<string>;
  kind: Fixed<string>;
  queue: Fixed<JobQueue>;
  /** JSON; empty once the job is done. */
  payload: string;
  state: 'waiting' | 'done' | 'dead';
  /** How often it was begun. */
  attempts: number;
  /** Not to be begun before; while a worker has it, when its lease ends. */
  run_at: Millis;
  /** Names the claim of the worker that has it. */
  lease: string | null;
  last_error: string | null;
  created_at: Fixed<Millis>;
  done_at: Millis | null;
};

export type Schema = AccountSchema &
  AdminSchema &
  MapSchema &
  MailSchema &
  SecondFactorSchema & {
    uploads: UploadsTable;
    upload_sums: UploadSumsTable;
    orders: OrdersTable;
    order_items: OrderItemsTable;
    discount_codes: DiscountCodesTable;
    discount_redemptions: DiscountRedemptionsTable;
    idempotency_keys: IdempotencyKeysTable;
    rate_limits: RateLimitsTable;
    jobs: JobsTable;
  };

/** A handle for statements that stand alone. */
export type Queries = Kysely<Schema>;
/** The handle inside a transaction, the only one in scope there. */
export type Tx = Transaction<Schema>;
