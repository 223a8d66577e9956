import type { Selectable } from 'kysely';
import type { SignedIn } from '#domain/buyer.ts';
import type { Delivery } from '#domain/delivery.ts';
import { NEW_STATUS } from '#domain/orders.ts';
import { transportDaysTo } from '#domain/promise.ts';
import type { Settings } from '#domain/settings.ts';
import { payByOf } from '#domain/unpaid.ts';
import type { Schema } from '#server/db/types.ts';
import { toDeliveryColumns } from '#server/features/delivery/columns.ts';
import { NO_FACTS } from '#server/features/orders/order-facts.ts';
import { toPinColumns } from '#server/features/orders/pin-columns.ts';
import { type StoredOrder, toGuestColumns } from '#server/features/orders/repo.ts';
import type { ClaimedPicture, ImagesCost } from './claim-order.ts';

type ValidatedOrder = {
  id: string;
  now: number;
  body: { deliveryData: Delivery };
  /** Null: a guest. */
  buyer: Pick<SignedIn, 'uid' | 'email' | 'emailVerified'> | null;
  cost: ImagesCost;
  pictures: readonly ClaimedPicture[];
  settings: Pick<Settings, 'delivery' | 'unpaid'>;
  termsVersion: string;
  /** For an order that the shop opens; `total` is the agreed total, null: the shop's prices. */
  opened?: { total: number | null };
};

/** Initial values of a new order's columns; its insert statement overwrites some. */
const EMPTY_COLUMNS = {
  is_returning: 0,
  links_ended: 0,
  ...NO_FACTS,
  internal_notes: null,
  paid_how: null,
  completed_at: null,
  reminders_sent: null,
  reminded_on: null,
  online_payment: null,
  payment_mail_job: null,
  picture_replaced_at: null,
  courier: null,
  tracking_number: null,
  receipt_file: null,
  receipt_type: null,
  receipt_bytes: null,
  receipt_at: null,
  receipts_sent: null,
  document_number: null,
  document_on: null,
  document_file: null,
  document_bytes: null,
  document_mail_job: null,
  complaint_at: null,
  complaint_closed_at: null,
  complaint_items: null,
  complaint_file: null,
  complaints_sent: null,
  complaint_answer: null,
  reprint_courier: null,
  reprint_tracking_number: null,
} as const;
type PlacedOrder = Omit<Selectable<Schema['orders']>, keyof typeof EMPTY_COLUMNS>;

export function toStored({ order, items }: PlacedRows): StoredOrder {
  return { order: { ...EMPTY_COLUMNS, ...order }, items, refunds: [] };
}

export type PlacedRows = { order: PlacedOrder; items: StoredOrder['items'] };

export function toRows({
  id,
  now,
  body,
  buyer,
  cost,
  pictures,
  ...rest
}: ValidatedOrder): PlacedRows {
  const { email } = body.deliveryData;
  const { delivery, unpaid } = rest.settings;
  return {
    order: {
      id,
      created_at: now,
      status: NEW_STATUS,
      waits_for: cost.imagesCount === 0 ? 'incomplete' : 'payment',
      version: 1,
      user_uid: buyer?.uid ?? null,
      user_email: buyer?.email ?? email,
      ...toGuestColumns(buyer ? null : email),
      ...toDeliveryColumns(body.deliveryData),
      buyer_notes: body.deliveryData.notes,
      images_count: cost.imagesCount,
      unique_images: cost.uniqueImages,
      images_total: cost.imagesTotal,
      discount_code: cost.discountCode ?? null,
      discount_amount: cost.discountAmount,
      subtotal_after_discount: cost.subtotalAfterDiscount,
      shipping_cost: cost.shippingCost,
      total_amount: cost.totalAmount,
      agreed_total: rest.opened?.total ?? null,
      source: rest.opened ? 'panel' : 'web',
      pay_by: cost.imagesCount === 0 ? null : payByOf(now, unpaid),
      terms_version: rest.termsVersion,
      promise_min_days: delivery.minDays,
      promise_max_days: delivery.maxDays,
      transport_days: transportDaysTo(body.deliveryData, delivery.regionDays),
      buyer_verified: buyer?.emailVerified ? 1 : 0,
    },
    items: toItems(id, cost, pictures),
  };
}

/** Returns the item rows of an order. */
export function toItems(
  order_id: string,
  { lines }: ImagesCost,
  pictures: readonly ClaimedPicture[],
): StoredOrder['items'] {
  return lines.map((image, position) => ({
    order_id,
    position,
    upload_id: pictures[position]?.id ?? '',
    original_name: image.originalName,
    notes: image.notes,
    ...toPinColumns({ ...image, crop: image.crop ?? pictures[position]?.start ?? null }),
  }));
}
