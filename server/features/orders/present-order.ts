import * as z from 'zod';
import type { BuyerOrder, Order } from '#contract/orders.ts';
import type { AdminOrder } from '#contract/orders-admin.ts';
import type { Receipt } from '#contract/payment-details.ts';
import type { Refund } from '#contract/refunds.ts';
import { complainBy, orderArrival } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { canCancel, listSteps } from '#domain/order-stage.ts';
import { isUnderWay, isVoid } from '#domain/orders.ts';
import { hasPaymentDetails } from '#domain/payment-details.ts';
import type { Closure, DeliveryPromise } from '#domain/promise.ts';
import { balanceOf } from '#domain/refunds.ts';
import type { Settings } from '#domain/settings.ts';
import { pickupPlace } from '#domain/ways.ts';
import type { Config } from '#server/config.ts';
import { presentDelivery } from '#server/features/delivery/columns.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { paySignsOf, presentOnlinePayment } from './online-payment.ts';
import { factsOf, moneyOf } from './order-facts.ts';
import { parcelOf, presentParcel } from './parcel.ts';
import { readPinColumns } from './pin-columns.ts';
import type { OrderRow, RefundRow, StoredOrder } from './repo.ts';

type Shop = Pick<Config, 'payments'>;
type Settled = {
  config: Shop;
  settings: Pick<Settings, 'payment' | 'delivery' | 'ways' | 'couriers' | 'complaints'>;
  now: number;
};

/** Returns a stored order as its buyer sees it, under the current settings. */
export function presentBuyerOrder(
  stored: StoredOrder,
  { config, settings: { payment, delivery, ways, couriers, complaints }, now }: Settled,
): BuyerOrder {
  const { order } = stored;
  const promise = promiseOf(order, delivery.closures);
  const until = complainBy(factsOf(order), { days: complaints.complainDays, promise });
  return {
    ...presentOrder(stored),
    ...presentOnlinePayment(order, config),
    howToPay: owesMoney(order) && hasPaymentDetails(payment) ? payment : null,
    arrival:
      order.images_count === 0
        ? null
        : orderArrival(factsOf(order), { today: dayOf(now), promise }),
    ...(order.way === 'pickup' ? { pickup: pickupPlace(ways) } : {}),
    parcel: presentParcel(parcelOf(order, { ofReprint: false }), couriers.couriers),
    canCancel: canCancel(factsOf(order), paySignsOf(order)),
    cancelRequested: order.cancel_requested_at !== null && isUnderWay(order.status),
    complainBy: until !== null && until >= dayOf(now) ? until : null,
    complaint: presentComplaint(order),
    reprint:
      order.reprint_at === null || isVoid(order.status)
        ? null
        : {
            isSent: order.reprint_dispatched_at !== null,
            isReady:
              order.way === 'pickup' &&
              order.reprint_packed_at !== null &&
              order.reprint_dispatched_at === null,
            isPrinted: wasPrinted(order),
            parcel: presentParcel(parcelOf(order, { ofReprint: true }), couriers.couriers),
          },
    ...presentNotedRefund(stored),
  };
}

type PromiseColumns = Pick<OrderRow, 'promise_min_days' | 'promise_max_days' | 'transport_days'>;

/** Returns the promised days of an order, by the shop's current calendar. */
export function promiseOf(order: PromiseColumns, closures: Closure[]): DeliveryPromise {
  return {
    minDays: order.promise_min_days,
    maxDays: order.promise_max_days,
    transportDays: order.transport_days,
    closures,
  };
}

/** Returns whether a reprint is only sent again: then its printed mark is set from the start. */
export function wasPrinted(order: Pick<OrderRow, 'reprint_at' | 'reprint_printed_at'>): boolean {
  return order.reprint_at !== null && order.reprint_printed_at === order.reprint_at;
}

/** Returns the last refund that the shop recorded; no field without one. */
export function presentNotedRefund({
  refunds,
}: Pick<StoredOrder, 'refunds'>): Pick<BuyerOrder, 'notedRefund'> {
  const noted = refunds.findLast(({ how }) => how !== null && how !== 'online');
  return noted?.done_on ? { notedRefund: { amount: noted.amount, on: noted.done_on } } : {};
}

function presentRefund({ amount, reason, due_on, done_on, how }: RefundRow): Refund {
  return { amount, reason, dueOn: due_on, doneOn: done_on, how };
}

const storedItems = z.array(z.number());

export function presentComplaint({
  complaint_at: at,
  complaint_items: items,
  complaint_closed_at: closedAt,
  complaint_answer: answer,
}: OrderRow): BuyerOrder['complaint'] {
  if (at === null || items === null) return null;
  return {
    items: storedItems.parse(JSON.parse(items)),
    at: new Date(at).toISOString(),
    isOpen: closedAt === null,
    answer,
  };
}

/** Returns a stored order in the contract's shape. */
export function presentOrder({ order, items, refunds }: StoredOrder): Order {
  return {
    id: order.id,
    createdAt: new Date(order.created_at).toISOString(),
    status: order.status,
    progress: {
      steps: listSteps(factsOf(order), order.waits_for, { isPickedUp: order.way === 'pickup' }),
      proof: order.proof_state,
    },
    receipt: presentReceipt(order),
    document: presentDocument(order),
    payBy: lacksPayment(order) ? order.pay_by : null,
    isGuestOrder: order.user_uid === null,
    images: items.map(({ upload_id }) => pictureUrls(upload_id).imageUrl),
    items: items.map((item) => ({
      ...pictureUrls(item.upload_id),
      originalName: item.original_name,
      notes: item.notes,
      ...readPinColumns(item),
    })),
    userEmail: order.user_email,
    balance: balanceOf(moneyOf(order), order.total_amount),
    refunds: refunds.map(presentRefund),
    ...(order.buyer_notes === null || order.buyer_notes === order.notes
      ? {}
      : { buyerNotes: order.buyer_notes }),
    deliveryData: {
      ...presentDelivery(order),
      pricing: presentPricing(order, items),
    },
  };
}

/** Returns a stored order as the panel's lists show it. */
export function presentAdminOrder(stored: StoredOrder, config: Shop): AdminOrder {
  const { order } = stored;
  return {
    ...presentOrder(stored),
    ...presentOnlinePayment(order, config),
    notes: order.notes,
    internalNotes: order.internal_notes,
    source: order.source,
    version: order.version,
    payment:
      order.paid_on === null || order.paid_how === null
        ? null
        : { paidAt: order.paid_on, how: order.paid_how },
    refunds: stored.refunds.map((row) => ({ ...presentRefund(row), id: row.id })),
    shipping: parcelOf(order, { ofReprint: false }),
    termsVersion: order.terms_version,
  };
}

type PaymentColumns = Pick<OrderRow, 'paid_on' | 'receipt_at' | 'status'>;

/** Returns whether an order in progress has neither a payment nor a proof of transfer. */
export function lacksPayment(order: PaymentColumns): boolean {
  return isUnpaid(order) && order.receipt_at === null;
}

/** Without pictures and an agreed total an order has no price yet. */
function owesMoney(order: OrderRow): boolean {
  return isUnpaid(order) && (order.images_count > 0 || order.agreed_total !== null);
}

/** Returns whether the order is in progress and not paid. */
export function isUnpaid({ paid_on, status }: Pick<OrderRow, 'paid_on' | 'status'>): boolean {
  return paid_on === null && isUnderWay(status);
}

type ReceiptColumns = Pick<OrderRow, 'receipt_type' | 'receipt_bytes' | 'receipt_at'>;

export function presentReceipt(order: ReceiptColumns): Receipt | null {
  const { receipt_type: type, receipt_bytes: bytes, receipt_at: at } = order;
  if (type === null || bytes === null || at === null) return null;
  return { type, bytes, receivedAt: new Date(at).toISOString() };
}

type DocumentColumns = Pick<OrderRow, 'document_number' | 'document_on' | 'document_file'>;

function presentDocument({
  document_number: number,
  ...order
}: DocumentColumns): Order['document'] {
  const { document_on: issuedOn, document_file } = order;
  if (number === null || issuedOn === null) return null;
  return { number, issuedOn, hasFile: document_file !== null };
}

function presentPricing(
  order: OrderRow,
  items: StoredOrder['items'],
): Order['deliveryData']['pricing'] {
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
