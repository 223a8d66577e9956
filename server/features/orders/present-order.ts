import type { Order } from '#contract/orders.ts';
import { listSteps, promiseOf } from '#domain/order-stage.ts';
import {
  hasPaymentDetails,
  NO_PAYMENT_DETAILS,
  type PaymentDetails,
} from '#domain/payment-details.ts';
import { readDelivery } from '#server/features/delivery/columns.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { factsOf } from './order-facts.ts';
import { readPinColumns, readPressColumns } from './pin-columns.ts';
import { isUnpaid, presentReceipt } from './receipts/present-receipt.ts';
import type { StoredOrder } from './repo.ts';

/** A stored order in the contract's shape; `details` are shown while there is something to pay. */
export function presentOrder(
  { order, items }: StoredOrder,
  details: PaymentDetails = NO_PAYMENT_DETAILS,
): Order {
  return {
    id: order.id,
    createdAt: new Date(order.created_at).toISOString(),
    status: order.status,
    progress: presentProgress(order),
    howToPay: isUnpaid(order) && hasPaymentDetails(details) ? details : null,
    receipt: presentReceipt(order),
    isGuestOrder: order.user_uid === null,
    images: items.map(({ upload_id }) => pictureUrls(upload_id).imageUrl),
    items: items.map((item) => ({
      ...pictureUrls(item.upload_id),
      originalName: item.original_name,
      notes: item.notes,
      ...readPinColumns(item),
      press: readPressColumns(item),
    })),
    userEmail: order.user_email,
    ...(order.buyer_notes === null || order.buyer_notes === order.notes
      ? {}
      : { buyerNotes: order.buyer_notes }),
    deliveryData: {
      ...readDelivery(order),
      pricing: presentPricing({ order, items }),
    },
  };
}

function presentProgress(order: StoredOrder['order']): Order['progress'] {
  const facts = factsOf(order);
  return {
    steps: listSteps(facts, order.waits_for),
    proof: order.proof_state,
    promise: promiseOf(facts),
    courier: order.courier,
    trackingNumber: order.tracking_number,
  };
}

function presentPricing({ order, items }: StoredOrder): Order['deliveryData']['pricing'] {
  return {
    imagesCount: order.images_count,
    uniqueImages: order.unique_images,
    pricePerImage: items[0]?.unit_price ?? 0,
    imagesTotal: order.images_total,
    ...(order.discount_code === null ? {} : { discountCode: order.discount_code }),
    discountAmount: order.discount_amount,
    subtotalAfterDiscount: order.subtotal_after_discount,
    shippingCost: order.shipping_cost,
    totalAmount: order.total_amount,
  };
}
