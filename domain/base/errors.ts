/** Every error that the API reports. HTTP status and Spanish text are looked up by these codes. */
export const ERROR_CODES = [
  'validation_failed',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'image_missing',
  'image_too_large',
  'image_type_not_allowed',
  'image_broken',
  'image_too_many_pixels',
  'image_too_complex',
  'upload_too_slow',
  'disk_full',
  'receipt_missing',
  'receipt_type_not_allowed',
  'image_not_found',
  'image_already_ordered',
  'too_many_pending_uploads',
  'product_unavailable',
  'delivery_unavailable',
  'price_changed',
  'terms_changed',
  'discount_unavailable',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'too_many_orders',
  'order_changed',
  'order_ended',
  'order_incomplete',
  'cancel_requested',
  'change_open',
  'complaint_too_late',
  'orders_closed',
  'already_paid',
  'order_cancelled',
  'payment_unavailable',
  'refund_too_large',
  'payment_online',
  'document_issued',
  'quote_ended',
  'statement_unreadable',
  'movement_used',
  'undo_ended',
  'settings_changed',
  'pictures_settled',
  'proofs_off',
  'proof_answered',
  'proof_settled',
  'buyer_unreachable',
  'discount_exists',
  'discount_in_use',
  'last_admin',
  'admin_by_config',
  'email_not_verified',
  'order_under_way',
  'backup_under_way',
  'fresh_sign_in_required',
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_expired',
  'second_factor_exists',
  'second_factor_missing',
  'unauthenticated',
  'forbidden',
  'account_disabled',
  'not_found',
  'too_many_requests',
  'busy',
  'internal_error',
  'unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

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
