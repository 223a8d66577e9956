import { keysOf } from './keys.ts';

/** Every error that the API reports, with its HTTP status; the contract has the Spanish texts. */
export const ERROR_STATUSES = {
  validation_failed: 400,
  invalid_json: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
  image_missing: 400,
  image_too_large: 413,
  image_type_not_allowed: 415,
  image_broken: 400,
  image_too_many_pixels: 400,
  image_too_complex: 400,
  upload_too_slow: 408,
  disk_full: 503,
  receipt_missing: 400,
  receipt_type_not_allowed: 415,
  image_not_found: 400,
  image_already_ordered: 409,
  too_many_pending_uploads: 429,
  product_unavailable: 409,
  delivery_unavailable: 409,
  price_changed: 409,
  terms_changed: 409,
  discount_unavailable: 409,
  idempotency_key_invalid: 400,
  idempotency_key_reused: 422,
  too_many_orders: 429,
  order_changed: 409,
  order_ended: 409,
  order_incomplete: 409,
  cancel_requested: 409,
  change_open: 409,
  complaint_too_late: 409,
  orders_closed: 409,
  already_paid: 409,
  order_cancelled: 409,
  payment_unavailable: 502,
  refund_too_large: 409,
  payment_online: 409,
  document_issued: 409,
  quote_ended: 409,
  statement_unreadable: 400,
  movement_used: 409,
  undo_ended: 409,
  settings_changed: 409,
  pictures_settled: 409,
  proofs_off: 409,
  proof_answered: 409,
  proof_settled: 409,
  buyer_unreachable: 409,
  discount_exists: 409,
  discount_in_use: 409,
  last_admin: 409,
  admin_by_config: 409,
  email_not_verified: 409,
  order_under_way: 409,
  backup_under_way: 409,
  fresh_sign_in_required: 403,
  second_factor_required: 403,
  second_factor_wrong: 400,
  second_factor_expired: 409,
  second_factor_exists: 409,
  second_factor_missing: 409,
  unauthenticated: 401,
  forbidden: 403,
  account_disabled: 403,
  not_found: 404,
  too_many_requests: 429,
  busy: 503,
  internal_error: 500,
  unavailable: 503,
};

export type ErrorCode = keyof typeof ERROR_STATUSES;
export const ERROR_CODES = keysOf(ERROR_STATUSES);

export type ErrorDetails = {
  /** Spanish text that replaces the code's own. */
  message?: string;
  /** Spanish text per wrong field, by its path in the body. */
  fields?: Record<string, string>;
  retryAfterS?: number;
  /** Further data for the client, such as the current pricing. */
  facts?: Record<string, unknown>;
};

/** An error that is reported to the client, by code. */
export class ShopError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? code);
    this.name = 'ShopError';
    this.code = code;
    this.details = details;
  }
}
