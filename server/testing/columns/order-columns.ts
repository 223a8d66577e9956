import type { AccountSchema } from '../../db/account-types.ts';
import type { AdminSchema } from '../../db/admin-types.ts';
import type { MailSchema } from '../../db/mail-types.ts';
import type { MapSchema } from '../../db/map-types.ts';
import type { SecondFactorSchema } from '../../db/second-factor-types.ts';
import type { Schema } from '../../db/types.ts';
import type { Columns } from './columns-of.ts';

type OrderSchema = Omit<
  Schema,
  keyof (AccountSchema & AdminSchema & MailSchema & MapSchema & SecondFactorSchema)
>;

export const orderColumns = {
  discount_codes: {
    code: 'text',
    name: 'text',
    type: 'text',
    value_hundredths: 'number',
    multiple_use: 'number',
    max_uses: 'number or null',
    current_uses: 'number',
    is_active: 'number',
    expires_at: 'number or null',
    created_at: 'number',
  },
  discount_redemptions: {
    order_id: 'text',
    code: 'text',
  },
  idempotency_keys: {
    key: 'text',
    request_hash: 'text',
    order_id: 'text',
  },
  jobs: {
    id: 'text',
    kind: 'text',
    queue: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'number',
    run_at: 'number',
    lease: 'text or null',
    last_error: 'text or null',
    created_at: 'number',
    done_at: 'number or null',
  },
  order_items: {
    order_id: 'text',
    position: 'number',
    upload_id: 'text',
    original_name: 'text',
    notes: 'text or null',
    quantity: 'number',
  },
  orders: {
    id: 'text',
    created_at: 'number',
    status: 'text',
    version: 'number',
    user_uid: 'text or null',
    user_email: 'text or null',
    full_name: 'text',
    phone: 'text',
    email: 'text or null',
    region: 'text',
    city: 'text',
    address: 'text',
    lat: 'number or null',
    lng: 'number or null',
    notes: 'text or null',
    images_count: 'number',
    unique_images: 'number',
    price_per_image: 'number',
    images_total: 'number',
    discount_code: 'text or null',
    discount_amount: 'number',
    subtotal_after_discount: 'number',
    shipping_cost: 'number',
    total_amount: 'number',
    guest_email: 'text or null',
    deleted_at: 'number or null',
    paid_on: 'text or null',
    paid_how: 'text or null',
    courier: 'text or null',
    tracking_number: 'text or null',
    terms_version: 'text or null',
    buyer_verified: 'number',
  },
  rate_limits: {
    key: 'text',
    points: 'number',
    expire: 'number or null',
  },
  uploads: {
    id: 'text',
    mime_type: 'text',
    bytes: 'number',
    width: 'number',
    height: 'number',
    created_at: 'number',
    source: 'text or null',
    claimed_at: 'number or null',
    claimed_by: 'text or null',
    stored_bytes: 'number',
    removed_at: 'number or null',
  },
  upload_sums: {
    source: 'text',
    day: 'text',
    bytes: 'number',
  },
} satisfies Columns<OrderSchema>;
