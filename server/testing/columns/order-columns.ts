import { deliveryColumns } from '../../db/tables/delivery.ts';
import type { OrderTables } from '../../db/tables/orders.ts';
import type { Columns } from './columns-of.ts';
import { cropColumns } from './crop-columns.ts';

export const orderColumns = {
  order_statuses: {
    status: 'text',
  },
  orders: {
    id: 'text',
    created_at: 'number',
    status: 'text',
    version: 'number',
    user_uid: 'text or null',
    user_email: 'text or null',
    ...deliveryColumns,
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
  order_items: {
    order_id: 'text',
    position: 'number',
    upload_id: 'text',
    original_name: 'text',
    notes: 'text or null',
    quantity: 'number',
    unit_price: 'number',
    ...cropColumns,
    face_mm: 'number',
    cut_mm: 'number',
    safe_mm: 'number',
  },
  idempotency_keys: {
    key: 'text',
    request_hash: 'text',
    order_id: 'text',
  },
} satisfies Columns<OrderTables>;
