import * as z from 'zod/mini';
import {
  jsonObject,
  line,
  list,
  mustBe,
  optionalText,
  success,
  text,
} from '#contract/base/fields.ts';
import { cursor, limit, nextCursor } from '#contract/base/paging.ts';
import { CHARACTER_BYTES, defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import {
  asNeeded,
  cityAsListed,
  deliveryAnswer,
  deliveryBody,
  deliveryRules,
  forBuyers,
  pickupAnswer,
} from '#contract/delivery/delivery.ts';
import { invoice } from '#contract/payments/invoice.ts';
import { onlinePayment } from '#contract/payments/online-payment.ts';
import { deposit, paymentDetails, receipt } from '#contract/payments/payment-details.ts';
import { paidBy, payment, refund } from '#contract/payments/refunds.ts';
import { orderedPinFields, panelQuantity, sentPinChoiceFields } from '#contract/pins/pins.ts';
import { ORDER_STEPS } from '#domain/orders/order-stage.ts';
import { countPictures } from '#domain/pins/choice.ts';
import {
  MAX_FILE_NAME_LENGTH,
  MAX_IMAGE_NOTES_LENGTH,
  MAX_IMAGES,
  MAX_ITEMS,
} from '#domain/pins/images.ts';
import { MAX_PRODUCT_NAME_LENGTH } from '#domain/pins/products.ts';
import { MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { PROOF_STATES } from '#domain/production/proofs.ts';
import { orderTerms } from './order-terms.ts';
import { namesOrder, ofOwnOrder } from './own-order.ts';
import { sendOrder } from './placed-order.ts';
import { charge, pricing } from './pricing.ts';
import { quoteSummary } from './quote.ts';
import { sentPricing } from './sent-pricing.ts';

const MAX_IMAGE_URL_LENGTH = 255;
export const MAX_CANCEL_REASON_LENGTH = 500;
/** Maximum size of one picture in a body, in bytes: its longest texts, names, numbers and crop. */
const IMAGE_BYTES =
  CHARACTER_BYTES *
    (MAX_IMAGE_URL_LENGTH +
      MAX_IMAGE_NOTES_LENGTH +
      MAX_FILE_NAME_LENGTH +
      2 * MAX_PRODUCT_NAME_LENGTH +
      MAX_TEXT_LENGTH) +
  1152;

export const orderImage = z.object(
  {
    imageUrl: line(MAX_IMAGE_URL_LENGTH),
    notes: optionalText(text(MAX_IMAGE_NOTES_LENGTH)),
    originalName: line(MAX_FILE_NAME_LENGTH),
    ...sentPinChoiceFields,
  },
  { error: mustBe('una imagen') },
);

const NO_IMAGES = 'Se requiere al menos una imagen';
/** Maximum size of an order's pictures, in bytes. */
export const IMAGES_BYTES = MAX_ITEMS * IMAGE_BYTES;

/** The errors of an order's pictures. */
export const imageTexts = {
  expected: 'una lista de imágenes',
  empty: NO_IMAGES,
  tooMany: `Se aceptan hasta ${MAX_ITEMS} pines distintos por pedido`,
};

/** An order's pictures, each with its pin. */
function imagesOf(image: typeof orderImage, texts: Omit<typeof imageTexts, 'empty'>) {
  return list(image, MAX_ITEMS, texts).check(
    z.refine((images) => countPictures(images) <= MAX_IMAGES, {
      error: `Se aceptan hasta ${MAX_IMAGES} imágenes por pedido`,
    }),
  );
}

/** The pictures of an order, at least one. */
const orderImages = imagesOf(orderImage, imageTexts);

const { empty: _, ...mayBeEmpty } = imageTexts;
/** The pictures that a buyer sends with a request for a change. */
export const requestedImages = imagesOf(orderImage, mayBeEmpty);

/** The pictures of an order that the shop opens: none yet, or with more pins than buyers order. */
export const openedImages = imagesOf(z.extend(orderImage, { quantity: panelQuantity }), mayBeEmpty);
/** The pictures that a buyer adds to such an order. */
export const addedImages = imagesOf(z.extend(orderImage, { quantity: panelQuantity }), imageTexts);

export const createOrderBody = forBuyers((buyer) =>
  jsonObject({
    images: orderImages,
    deliveryData: z
      .object(
        { ...deliveryBody, pricing: sentPricing },
        { error: mustBe('un objeto con los datos de entrega') },
      )
      .check(cityAsListed(), asNeeded(), deliveryRules(buyer)),
    /** The terms that the buyer was shown; 409 `terms_changed` if they are no longer current. */
    seen: z.nullish(orderTerms),
  }),
);
type OrderSchema = ReturnType<typeof createOrderBody>;
export type CreateOrderBody = z.output<OrderSchema>;
export type SentOrderBody = z.input<OrderSchema>;

const orderItem = z.object({
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  originalName: z.string(),
  notes: z.nullable(z.string()),
  ...orderedPinFields,
});

/** A day, such as `2026-03-09`. */
const day = z.string();

const progress = z.object({
  /** In order; `on` is null for an unknown or future day. */
  steps: z.array(z.object({ step: z.enum(ORDER_STEPS), isDone: z.boolean(), on: z.nullable(day) })),
  /** State of the latest proof; null: it has none. */
  proof: z.nullable(z.enum(PROOF_STATES)),
});

/** First and last day on which an order may arrive, neither in the past. */
const arrival = z.object({ from: day, to: day });

/** The courier of a parcel; `tracking` is its number there. */
const parcel = z.object({
  courier: z.string(),
  tracking: z.nullable(z.string()),
  /** The courier's tracking page; null if unknown. */
  trackingUrl: z.nullable(z.string()),
});

/** The order's boleta or factura, and whether its PDF is available. */
const orderDocument = z.object({
  number: z.string(),
  issuedOn: day,
  hasFile: z.boolean(),
  /** Omitted for a boleta. */
  kind: z.optional(z.literal('factura')),
});

/** `items` are pictures, from 1; `at` is ISO 8601 in UTC. */
export const complaint = z.object({
  items: z.array(z.number()),
  at: z.string(),
  /** The shop has not answered yet. */
  isOpen: z.boolean(),
  /** The shop's answer; null: none. */
  answer: z.nullable(z.string()),
});

/** `at` is ISO 8601 in UTC; `accepted` and `answer` are null until the shop answers. */
export const changeRequest = z.object({
  at: z.string(),
  isOpen: z.boolean(),
  accepted: z.nullable(z.boolean()),
  answer: z.nullable(z.string()),
});

/** The latest refund that the shop recorded, in pesos. */
export const notedRefund = z.object({ amount: z.number(), on: day });

/** A stored order. Times are ISO 8601 in UTC; the region is its code. */
export const order = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  progress,
  /** The buyer's proof of transfer; null if there is none. */
  receipt: z.nullable(receipt),
  /** Null until the shop records it. */
  document: z.nullable(orderDocument),
  /** For whom its buyer wants a factura; null: for nobody. */
  invoice: z.nullable(invoice),
  /** Omitted unless it is or was a quote. */
  quote: z.optional(quoteSummary),
  /** The last day to pay, such as `2026-03-09`; null: no deadline, or there is a receipt. */
  payBy: z.nullable(z.string()),
  isGuestOrder: z.boolean(),
  images: z.array(z.string()),
  items: z.array(orderItem),
  userEmail: z.nullable(z.string()),
  /** Pesos missing for the total: total − paid + refunded. Negative: it was paid beyond it. */
  balance: z.number(),
  /** Pesos that the buyer is still asked for: not again what went back, and 0 once it is paid. */
  amountDue: z.number(),
  /** Null: all of it is paid before it is made. */
  deposit: z.nullable(deposit),
  /** Amounts of the total besides pins, discount and shipping; `pricing` has them, too. */
  charges: z.array(charge),
  /** What came in, oldest first. */
  payments: z.array(payment),
  /** Null until it is paid. */
  payment: z.nullable(paidBy),
  /** What went back and what still has to, oldest first. */
  refunds: z.array(refund),
  /** The buyer's original notes, if the shop has changed `deliveryData.notes`. */
  buyerNotes: z.optional(z.string()),
  deliveryData: z.object({ ...deliveryAnswer, pricing }),
});
export type Order = z.infer<typeof order>;

export const buyerOrder = z.extend(order, {
  /** Null if nothing has to be paid, or without bank details in the settings. */
  howToPay: z.nullable(paymentDetails),
  /** Omitted without online payments. */
  onlinePayment: z.optional(onlinePayment),
  /** An unpaid order counts as paid today; null after the last day, and for a cancelled order. */
  arrival: z.nullable(arrival),
  pickup: pickupAnswer,
  /** Null until a courier is set. */
  parcel: z.nullable(parcel),
  /** Whether `POST /orders/cancel` succeeds now. */
  canCancel: z.boolean(),
  /** The buyer's request to cancel is open. */
  cancelRequested: z.boolean(),
  /** The shop waits for other pictures, by the link of its mail. */
  picturesRequested: z.boolean(),
  /** Whether `POST /orders/change` succeeds now. */
  canChange: z.boolean(),
  /** The buyer's latest request for a change; null: none. */
  changeRequest: z.nullable(changeRequest),
  /** The last day for `POST /orders/complaint`; null: it does not succeed now. */
  complainBy: z.nullable(day),
  /** The buyer's latest complaint. */
  complaint: z.nullable(complaint),
  /** The latest free reprint or resend of its pins. */
  reprint: z.nullable(
    z.object({
      /** It has left, or was handed over. */
      isSent: z.boolean(),
      /** It waits for the buyer to pick it up. */
      isReady: z.boolean(),
      /** They were already printed and only have to be sent. */
      isPrinted: z.boolean(),
      /** Null until a courier is set. */
      parcel: z.nullable(parcel),
    }),
  ),
  /** Omitted if none was recorded. */
  notedRefund: z.optional(notedRefund),
});
export type BuyerOrder = z.infer<typeof buyerOrder>;

export const createOrder = {
  ...sendOrder,
  summary: 'Places an order; retries with the same Idempotency-Key place it once',
  body: createOrderBody,
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  status: 201,
  answer: success({
    message: z.string(),
    order: buyerOrder,
    /** Opens the order without an account, like its mail's link: `/#pedido=<token>`. */
    token: z.string(),
  }),
} as const;

export const listOrders = defineRoute('GET', '/orders', {
  auth: 'bearer',
  summary: "The account's orders, newest first; pages are shorter with many pictures",
  query: z.object({ limit: limit(20, 50), cursor }),
  answer: success({ orders: z.array(buyerOrder), nextCursor }),
});

/** An order for the holder of its mail's link: name, phone, e-mail and address are masked. */
export const viewOrder = defineRoute('POST', '/orders/view', {
  auth: 'none',
  summary: "Shows the order that a mail's signed link opens",
  body: jsonObject({ token: line(500) }),
  answer: success({ order: buyerOrder }),
});

/**
 * 200: cancelled, since there is no payment or receipt; its code's use is released. 202: requested;
 * production stops until the shop answers. 409 `order_under_way` once in production, `order_ended`;
 * 404 for another account's order.
 */
export const cancelOrder = defineRoute('POST', '/orders/cancel', {
  auth: 'optional',
  summary: 'Cancels an own order, or requests it from the shop',
  body: jsonObject({ ...ofOwnOrder, reason: optionalText(text(MAX_CANCEL_REASON_LENGTH)) }).check(
    namesOrder(),
  ),
  otherStatus: 202,
  answer: success({ order: buyerOrder }),
});
