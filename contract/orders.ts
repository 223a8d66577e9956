import * as z from 'zod/mini';
import {
  MAX_FILE_NAME_LENGTH,
  MAX_IMAGE_NOTES_LENGTH,
  MAX_IMAGES,
  MAX_ITEMS,
} from '#domain/images.ts';
import { ORDER_STEPS } from '#domain/order-stage.ts';
import { countPictures } from '#domain/pins/choice.ts';
import { MAX_PRODUCT_NAME_LENGTH } from '#domain/pins/products.ts';
import { MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { PROOF_STATES } from '#domain/proofs.ts';
import {
  asNeeded,
  cityAsListed,
  deliveryAnswer,
  deliveryBody,
  deliveryRules,
  forBuyers,
  pickupAnswer,
} from './delivery.ts';
import { line, list, mustBe, optionalText, success, text } from './fields.ts';
import { onlinePayment } from './online-payment.ts';
import { orderTerms } from './order-terms.ts';
import { namesOrder, ofOwnOrder } from './own-order.ts';
import { cursor, limit, nextCursor } from './paging.ts';
import { paymentDetails, receipt } from './payment-details.ts';
import { orderedPinFields, sentPinChoiceFields } from './pins.ts';
import { sendOrder } from './placed-order.ts';
import { pricing, sentPricing } from './pricing.ts';
import { CHARACTER_BYTES, defineRoute, USUAL_BODY_BYTES } from './route.ts';

const MAX_IMAGE_URL_LENGTH = 255;
export const MAX_CANCEL_REASON_LENGTH = 500;
/** Of one picture: its texts at their longest, and room for names, numbers and crop. */
const IMAGE_BYTES =
  CHARACTER_BYTES *
    (MAX_IMAGE_URL_LENGTH +
      MAX_IMAGE_NOTES_LENGTH +
      MAX_FILE_NAME_LENGTH +
      2 * MAX_PRODUCT_NAME_LENGTH +
      MAX_TEXT_LENGTH) +
  1152;

const orderImage = z.object(
  {
    imageUrl: line(MAX_IMAGE_URL_LENGTH),
    notes: optionalText(text(MAX_IMAGE_NOTES_LENGTH)),
    originalName: line(MAX_FILE_NAME_LENGTH),
    ...sentPinChoiceFields,
  },
  { error: mustBe('una imagen') },
);

const NO_IMAGES = 'Se requiere al menos una imagen';
/** Bytes of an order's pictures at most. */
export const IMAGES_BYTES = MAX_ITEMS * IMAGE_BYTES;

/** An order's pictures, each with its pin. @param texts what is said of an empty list; left out: it may be empty */
export function imagesOf(texts: { empty?: string }) {
  return list(orderImage, MAX_ITEMS, {
    expected: 'una lista de imágenes',
    ...texts,
    tooMany: `Se aceptan hasta ${MAX_ITEMS} pines distintos por pedido`,
  }).check(
    z.refine((images) => countPictures(images) <= MAX_IMAGES, {
      error: `Se aceptan hasta ${MAX_IMAGES} imágenes por pedido`,
    }),
  );
}

/** The pictures of an order that has some. */
export const orderImages = imagesOf({ empty: NO_IMAGES });

export const createOrderBody = forBuyers((buyer) =>
  z.object(
    {
      images: orderImages,
      deliveryData: z
        .object(
          { ...deliveryBody, pricing: sentPricing },
          { error: mustBe('un objeto con los datos de entrega') },
        )
        .check(cityAsListed(), asNeeded(), deliveryRules(buyer)),
      /** The terms that the buyer was shown; 409 `terms_changed` when they are not today's. */
      seen: z.nullish(orderTerms),
    },
    { error: mustBe('un objeto JSON') },
  ),
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
  /** In their order; `on` is null where the day is not known, or to come. */
  steps: z.array(z.object({ step: z.enum(ORDER_STEPS), isDone: z.boolean(), on: z.nullable(day) })),
  /** Of its latest proof; null: it has none. */
  proof: z.nullable(z.enum(PROOF_STATES)),
});

/** First and last day on which an order may arrive, neither of them past. */
const arrival = z.object({ from: day, to: day });

/** With whom a parcel travels; `tracking` is its number there. */
const parcel = z.object({
  courier: z.string(),
  tracking: z.nullable(z.string()),
  /** The courier's own page; null where none is known. */
  trackingUrl: z.nullable(z.string()),
});

/** Its boleta, and whether its PDF is at hand. */
const orderDocument = z.object({ number: z.string(), issuedOn: day, hasFile: z.boolean() });

/** `items` are pictures, from 1; `at` is ISO 8601 in UTC. */
export const complaint = z.object({
  items: z.array(z.number()),
  at: z.string(),
  /** The shop has not answered yet. */
  isOpen: z.boolean(),
  /** The shop's words to it; null: none. */
  answer: z.nullable(z.string()),
});

/** Money that went back, in pesos, as the shop noted it last. */
export const notedRefund = z.object({ amount: z.number(), on: day });

/** A stored order. Times are ISO 8601 in UTC; the region is its code. */
export const order = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  progress,
  /** The buyer's proof of transfer; null until there is one. */
  receipt: z.nullable(receipt),
  /** Null until the shop has noted it. */
  document: z.nullable(orderDocument),
  /** The last day on which it is to be paid, such as `2026-03-09`; null: none, or there is a receipt. */
  payBy: z.nullable(z.string()),
  isGuestOrder: z.boolean(),
  images: z.array(z.string()),
  items: z.array(orderItem),
  userEmail: z.nullable(z.string()),
  /** What the buyer wrote, once the shop has changed `deliveryData.notes`. */
  buyerNotes: z.optional(z.string()),
  deliveryData: z.object({ ...deliveryAnswer, pricing }),
});
export type Order = z.infer<typeof order>;

export const buyerOrder = z.extend(order, {
  /** Null once there is nothing to pay, and where the shop has not said how. */
  howToPay: z.nullable(paymentDetails),
  /** Left out where nothing is paid online. */
  onlinePayment: z.optional(onlinePayment),
  /** If it is paid today while it is unpaid; null once it should be there, and once cancelled. */
  arrival: z.nullable(arrival),
  pickup: pickupAnswer,
  /** Null until its courier is known. */
  parcel: z.nullable(parcel),
  /** Whether `POST /orders/cancel` is a success now. */
  canCancel: z.boolean(),
  /** Its buyer asked to cancel it, and the shop has not answered yet. */
  cancelRequested: z.boolean(),
  /** The last day on which `POST /orders/complaint` is a success; null: it is none now. */
  complainBy: z.nullable(day),
  /** What its buyer said was wrong; the latest. */
  complaint: z.nullable(complaint),
  /** Pins of it that are made or sent once more, at no price; the latest. */
  reprint: z.nullable(
    z.object({
      /** Left; of what is picked up: handed over. */
      isSent: z.boolean(),
      /** Waits to be picked up. */
      isReady: z.boolean(),
      /** They were at hand, and only leave again. */
      isPrinted: z.boolean(),
      /** Null until its courier is known. */
      parcel: z.nullable(parcel),
    }),
  ),
  /** Left out where none was noted. */
  notedRefund: z.optional(notedRefund),
});
export type BuyerOrder = z.infer<typeof buyerOrder>;

export const createOrder = defineRoute({
  ...sendOrder,
  summary: 'Places an order; the header Idempotency-Key makes a repetition harmless',
  body: createOrderBody,
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  status: 201,
  answer: success({
    message: z.string(),
    order: buyerOrder,
    /** Shows the order without an account, as its mail's link does: `/#pedido=<token>`. */
    token: z.string(),
  }),
});

export const listOrders = defineRoute({
  method: 'GET',
  path: '/orders',
  auth: 'bearer',
  summary: "The account's orders, newest first; a page holds fewer when they have many pictures",
  query: z.object({ limit: limit(20, 50), cursor }),
  answer: success({ orders: z.array(buyerOrder), nextCursor }),
});

/** An order as the holder of its mail's link sees it: name, phone, e-mail and address masked. */
export const viewOrder = defineRoute({
  method: 'POST',
  path: '/orders/view',
  auth: 'none',
  summary: "Shows the order that a mail's signed link opens",
  body: z.object({ token: line(500) }, { error: mustBe('un objeto JSON') }),
  answer: success({ order: buyerOrder }),
});

/**
 * 200: cancelled, since nothing was paid and there is no receipt; its code's use is given back. 202:
 * asked for, and production stops until the shop answers. 409 `order_under_way` once it is being made,
 * `order_ended`; 404 for somebody else's.
 */
export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/orders/cancel',
  auth: 'optional',
  summary: "Cancels one's order, or asks the shop to",
  body: z
    .object(
      { ...ofOwnOrder, reason: optionalText(text(MAX_CANCEL_REASON_LENGTH)) },
      { error: mustBe('un objeto JSON') },
    )
    .check(namesOrder()),
  otherStatus: 202,
  answer: success({ order: buyerOrder }),
});
