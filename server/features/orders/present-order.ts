import type { BuyerOrder, Order as OrderAnswer } from '#contract/orders/orders.ts';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import type { AdminOnlinePayment } from '#contract/payments/online-payment.ts';
import type { Receipt } from '#contract/payments/payment-details.ts';
import type { Refund } from '#contract/payments/refunds.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { complainBy, orderArrival } from '#domain/delivery/business-days.ts';
import { pickupPlace } from '#domain/delivery/ways.ts';
import { factsOf, hasOpenPictures } from '#domain/orders/derive.ts';
import {
  canChange,
  documentOf,
  latestReprint,
  type Order,
  type OrderRefund,
  type Parcel,
  pinOf,
} from '#domain/orders/order.ts';
import {
  amountDueOf,
  askedNowOf,
  hasDeadline,
  howPaid,
  isOwed,
  isUnpriced,
  paymentsOf,
  presentDeposit,
  wasCalledOff,
} from '#domain/orders/order-money.ts';
import { canCancel, listSteps } from '#domain/orders/order-stage.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { pricingQuoteOf, type Quote, quoteState } from '#domain/orders/quote.ts';
import { isEnded, isVoid } from '#domain/orders/status.ts';
import type { Invoice } from '#domain/payments/invoice.ts';
import { describeShown, paySignsOf } from '#domain/payments/online-payment.ts';
import { hasPaymentDetails } from '#domain/payments/payment-details.ts';
import { balanceOf, sumAmounts } from '#domain/payments/refunds.ts';
import { orderedPin } from '#domain/pins/choice.ts';
import { maskAddress, maskEmail, maskName } from '#domain/privacy/masking.ts';
import { type Courier, trackingUrl } from '#domain/production/couriers.ts';
import type { Settings } from '#domain/settings/settings.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { maskDelivery, presentDelivery } from '#server/features/delivery/columns.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { findLiveOrder } from './order.ts';
import { readOrderToken } from './order-link.ts';

type Shop = Pick<Config, 'payments'>;
type Settled = {
  config: Shop;
  settings: Pick<Settings, 'payment' | 'delivery' | 'ways' | 'couriers' | 'complaints'>;
  now: number;
};

/** Returns an order as its buyer sees it, under the current settings. */
export function presentBuyerOrder(
  order: Order,
  { config, settings: { payment, delivery, ways, couriers, complaints }, now }: Settled,
): BuyerOrder {
  const promise = { ...order.promise, closures: delivery.closures };
  const until = complainBy(factsOf(order), { days: complaints.complainDays, promise });
  const isPickedUp = order.delivery.way === 'pickup';
  return {
    ...presentOrder(order, now),
    ...presentOnlinePayment(order, config),
    howToPay: isOwed(order) && !isUnpriced(order) && hasPaymentDetails(payment) ? payment : null,
    arrival:
      order.cost.pins === 0 ? null : orderArrival(factsOf(order), { today: dayOf(now), promise }),
    ...(isPickedUp ? { pickup: pickupPlace(ways) } : {}),
    parcel: presentParcel(order.rounds[0].parcel, couriers.couriers),
    canCancel: canCancel(factsOf(order), paySignsOf(order)),
    cancelRequested: order.cancelRequestedAt !== null && !isEnded(order.status),
    picturesRequested: order.pictureRequestedAt !== null && hasOpenPictures(order),
    canChange: canChange(order) && !wasCalledOff(order),
    changeRequest: presentChange(order),
    complainBy: until !== null && until >= dayOf(now) ? until : null,
    complaint: presentComplaint(order),
    reprint: presentReprint(order, couriers.couriers),
    ...presentNotedRefund(order),
  };
}

/** Returns an order's online payment; no field when online payments are off. */
function presentOnlinePayment(
  order: Order,
  { payments }: Shop,
): { onlinePayment?: AdminOnlinePayment } {
  if (payments === null) return {};
  return {
    onlinePayment: describeShown(order.attempts) ?? {
      ...NO_ATTEMPT,
      // What is missing, else the whole order.
      amount:
        order.paidOn === null ? askedNowOf(order) : amountDueOf(order) || order.cost.totalAmount,
    },
  };
}

const NO_ATTEMPT = {
  state: 'none',
  ...{ refunded: 0, provider: null, providerId: null },
  ...{ reference: null, method: null, authorizationCode: null, fee: null },
} as const;

/**
 * Returns a parcel as its buyer sees it, with the courier's page; null until its courier is known.
 */
function presentParcel(
  { courier, trackingNumber: tracking }: Parcel,
  couriers: readonly Courier[],
): BuyerOrder['parcel'] {
  if (courier === null) return null;
  return { courier, tracking, trackingUrl: trackingUrl(courier, tracking, couriers) };
}

function presentReprint(order: Order, couriers: readonly Courier[]): BuyerOrder['reprint'] {
  const reprint = latestReprint(order);
  if (!reprint || isVoid(order.status)) return null;
  const { marks, wasPrinted, parcel } = reprint;
  return {
    isSent: marks.dispatched !== null,
    isReady: order.delivery.way === 'pickup' && marks.packed !== null && marks.dispatched === null,
    isPrinted: wasPrinted,
    parcel: presentParcel(parcel, couriers),
  };
}

/** Returns the last refund that the shop recorded; no field without one. */
export function presentNotedRefund({ refunds }: Order): Pick<BuyerOrder, 'notedRefund'> {
  const last = refunds.findLast(({ how }) => how !== null && how !== 'online');
  if (!last?.doneOn) return {};
  // One refund may have settled several causes.
  const parts = refunds.filter(({ createdAt, how }) => createdAt === last.createdAt && how);
  return { notedRefund: { amount: sumAmounts(parts), on: last.doneOn } };
}

export function presentRefund({ amount, reason, dueOn, doneOn, how }: OrderRefund): Refund {
  return { amount, reason, dueOn, doneOn, how };
}

export function presentComplaint({ complaints }: Order): BuyerOrder['complaint'] {
  const complaint = complaints.at(-1);
  if (!complaint) return null;
  return {
    items: complaint.items.map((position) => position + 1),
    at: new Date(complaint.at).toISOString(),
    isOpen: complaint.closedAt === null,
    answer: complaint.answer,
  };
}

export function presentChange({ changeRequests }: Order): BuyerOrder['changeRequest'] {
  const last = changeRequests.at(-1);
  if (!last) return null;
  const { at, closedAt, isAccepted: accepted, answer } = last;
  return { at: new Date(at).toISOString(), isOpen: closedAt === null, accepted, answer };
}

/** Returns an order in the contract's shape; a quote with its own price. */
export function presentOrder(order: Order, now: number): OrderAnswer {
  const { delivery, items, notes, owner, quote } = order;
  const { cost, lines } = pricingQuoteOf(order) ?? { cost: order.cost, lines: items };
  return {
    id: order.id,
    createdAt: new Date(order.createdAt).toISOString(),
    status: order.status,
    progress: {
      steps: listSteps(factsOf(order), order.waitsFor, { isPickedUp: delivery.way === 'pickup' }),
      proof: order.proof?.state ?? null,
    },
    receipt: presentReceipt(order),
    document: presentDocument(order),
    invoice: order.invoice,
    payBy: hasDeadline(order) ? order.payBy : null,
    isGuestOrder: owner.isGuest,
    images: items.map(({ uploadId }) => pictureUrls(uploadId).imageUrl),
    items: items.map((item) => ({
      ...pictureUrls(item.uploadId),
      originalName: item.originalName,
      notes: item.notes,
      ...pinOf(item),
    })),
    userEmail: owner.email,
    balance: balanceOf(order, cost.totalAmount),
    amountDue: amountDueOf(order),
    deposit: presentDeposit(order),
    charges: furtherCharges(cost),
    ...(quote ? { quote: presentQuote(quote, order, now) } : {}),
    payments: paymentsOf(order).map(({ id, amount, paidOn, how }) => ({
      ...{ id, amount, paidAt: paidOn, how },
    })),
    payment: presentPayment(order),
    refunds: order.refunds.map(presentRefund),
    ...(notes.buyer === null || notes.buyer === delivery.notes ? {} : { buyerNotes: notes.buyer }),
    deliveryData: { ...presentDelivery(delivery), pricing: toPricing({ ...cost, lines }) },
  };
}

export function presentQuote(quote: Quote, order: Order, now: number) {
  return { validUntil: quote.validUntil, state: quoteState(quote, order, dayOf(now)) };
}

/** Returns an order as the panel's lists show it. */
export function presentAdminOrder(
  order: Order,
  { config, clock }: { config: Shop } & Pick<Context, 'clock'>,
): AdminOrder {
  return {
    ...presentOrder(order, clock()),
    ...presentOnlinePayment(order, config),
    notes: order.delivery.notes,
    internalNotes: order.notes.internal,
    source: order.source,
    version: order.version,
    refunds: order.refunds.map((refund) => ({ ...presentRefund(refund), id: refund.id })),
    shipping: order.rounds[0].parcel,
    termsVersion: order.termsVersion,
  };
}

/** Returns how it became paid; null: it is not. */
function presentPayment(order: Order): OrderAnswer['payment'] {
  const [paidAt, how] = [order.paidOn, howPaid(order)];
  return paidAt === null || how === null ? null : { paidAt, how };
}

export function presentReceipt({ receipts }: Order): Receipt | null {
  const receipt = receipts.at(-1);
  if (!receipt) return null;
  const { type, bytes, at } = receipt;
  return { type, bytes, receivedAt: new Date(at).toISOString() };
}

function presentDocument(order: Order): OrderAnswer['document'] {
  const document = documentOf(order);
  if (!document) return null;
  const { kind, number, issuedOn, file } = document;
  return { number, issuedOn, hasFile: file !== null, ...(kind === 'factura' ? { kind } : {}) };
}

/** Company names and tax numbers of persons are theirs, too. */
function maskInvoice({ rut, name, address }: Invoice): Invoice {
  return {
    rut: `${rut.slice(0, 2)}•••`,
    name: maskName(name),
    giro: '•••',
    address: maskAddress(address),
  };
}

/** No order has this id: an invalid token is looked up by it, so that it takes as long. */
const NO_ORDER = '';

/**
 * Returns the order of a mailed link, with the buyer's personal data masked.
 * @throws ShopError `not_found`, the same for an invalid token and a deleted order
 */
export async function viewOrder(context: Context, token: string): Promise<BuyerOrder> {
  const linked = readOrderToken(context, token);
  const shown = await readShown(context);
  const stored = await findLiveOrder(context.db.queries, linked?.id ?? NO_ORDER);
  if (stored?.owner.linksEnded !== linked?.linksEnded || !stored) {
    throw new ShopError('not_found', {
      message: 'No encontramos este pedido: el enlace no es válido o el pedido ya no existe',
    });
  }
  return maskOrder(presentBuyerOrder(stored, shown));
}

/**
 * Returns an order unmasked; the caller has checked that it is the account's.
 * @throws ShopError `not_found`
 */
export async function viewOwnOrder(context: Context, id: string): Promise<BuyerOrder> {
  const shown = await readShown(context);
  const stored = await findLiveOrder(context.db.queries, id);
  if (!stored) throw new ShopError('not_found');
  return presentBuyerOrder(stored, shown);
}

/** Returns what a buyer's view of an order depends on, besides the order. */
export async function readShown({
  config,
  settings,
  clock,
}: Pick<Context, 'config' | 'settings' | 'clock'>) {
  return { ...(await settings.current()), config, now: clock() };
}

/**
 * Lists every field that is shown: a new field is hidden, or does not compile, until it is added.
 */
function maskOrder(order: BuyerOrder): BuyerOrder {
  return {
    id: order.id,
    createdAt: order.createdAt,
    status: order.status,
    progress: order.progress,
    howToPay: order.howToPay,
    arrival: order.arrival,
    parcel: order.parcel,
    canCancel: order.canCancel,
    cancelRequested: order.cancelRequested,
    picturesRequested: order.picturesRequested,
    canChange: order.canChange,
    changeRequest: order.changeRequest,
    complainBy: order.complainBy,
    complaint: order.complaint,
    reprint: order.reprint,
    ...(order.notedRefund && { notedRefund: order.notedRefund }),
    balance: order.balance,
    amountDue: order.amountDue,
    deposit: order.deposit,
    charges: order.charges,
    ...(order.quote && { quote: order.quote }),
    payments: order.payments,
    payment: order.payment,
    refunds: order.refunds,
    receipt: order.receipt,
    ...(order.onlinePayment && { onlinePayment: order.onlinePayment }),
    document: order.document,
    invoice: order.invoice && maskInvoice(order.invoice),
    payBy: order.payBy,
    ...(order.pickup ? { pickup: order.pickup } : {}),
    isGuestOrder: order.isGuestOrder,
    images: order.images,
    items: order.items.map(({ imageUrl, thumbnailUrl, ...item }, at) => ({
      imageUrl,
      thumbnailUrl,
      originalName: `Imagen ${at + 1}`,
      notes: null,
      ...orderedPin(item),
    })),
    userEmail: order.userEmail && maskEmail(order.userEmail),
    deliveryData: { ...maskDelivery(order.deliveryData), pricing: order.deliveryData.pricing },
  };
}
