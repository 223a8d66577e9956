import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, linkToken, mustBe, optional, success } from '#contract/base/fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { applyRules } from '#contract/base/rules.ts';
import { asNeeded, cityAsListed, deliveryBody, wayAnswer } from '#contract/delivery/delivery.ts';
import {
  DELIVERY_FIELDS,
  type Delivery,
  validateKnownDelivery,
} from '#domain/delivery/delivery.ts';
import { MAX_AGREED_TOTAL } from '#domain/orders/prices.ts';
import { ADD_TOKEN_PREFIX } from '#domain/pins/images.ts';
import { addedImages, IMAGES_BYTES, openedImages } from './orders.ts';
import { adminOrderDetail } from './orders-admin.ts';
import { quoteBody, quoteItem } from './quote.ts';
import { sentPricing } from './sent-pricing.ts';

const token = linkToken(ADD_TOKEN_PREFIX);

/** What is known of the delivery so far. Without `pricing` the shop's prices apply. */
const deliveryData = z
  .object(
    { ...deliveryBody, pricing: optional(sentPricing) },
    { error: mustBe('un objeto con los datos de entrega') },
  )
  .check(
    cityAsListed(),
    asNeeded(),
    applyRules<Partial<Delivery>>(DELIVERY_FIELDS, (known) => validateKnownDelivery(known)),
  );

export const agreedTotal = z
  .int({ error: 'Debe ser un monto en pesos, sin decimales' })
  .check(
    z.minimum(0, { error: 'El total no puede ser negativo' }),
    z.maximum(MAX_AGREED_TOTAL, { error: 'El total es demasiado alto' }),
  );

/** The same errors as `POST /orders`, except for closed orders and changed terms. */
export const openOrder = adminRoute('POST', '/admin/orders', {
  summary: 'Opens an order for a buyer; retries with the same Idempotency-Key open it once',
  body: jsonObject({
    /** Empty: the buyer adds them later by the link. */
    images: openedImages,
    deliveryData,
    /** The agreed total, shipping included, in pesos. */
    agreedTotal: optional(agreedTotal),
    /** Left out: an order. */
    quote: optional(quoteBody),
  }).check(
    z.refine(({ images, quote }) => !quote || images.length === 0, {
      error: 'Las imágenes las agrega quien acepta la cotización',
      path: ['images'],
    }),
    z.refine(
      ({ agreedTotal: total, quote }) =>
        !quote || quote.lines?.length || quote.charges?.length || total !== null,
      { error: 'Agrega lo que cotizas', path: ['quote', 'lines'] },
    ),
    z.refine(
      ({ images, agreedTotal: total, deliveryData: { pricing } }) =>
        !pricing?.discountCode || (images.length > 0 && total === null),
      {
        error: 'Un código vale con las imágenes y con los precios de la tienda',
        path: ['deliveryData', 'pricing', 'discountCode'],
      },
    ),
  ),
  maxBodyBytes: IMAGES_BYTES + 2 * USUAL_BODY_BYTES,
  status: 201,
  answer: success({
    message: z.string(),
    order: adminOrderDetail,
    /** Link for the buyer: accepts the quote, adds the pictures, or shows the complete order. */
    link: z.string(),
  }),
});
export type OpenOrderBody = z.output<typeof openOrder.body>;

/** An expired, used or forged token is 404. */
export const viewOpenedOrder = defineRoute('POST', '/orders/pictures/view', {
  auth: 'none',
  summary: 'Shows the order to which a link adds the pictures',
  body: jsonObject({ token }),
  answer: success({
    orderId: z.string(),
    /** In pesos, shipping included; null: the shop's prices apply. */
    agreedTotal: z.nullable(z.number()),
    way: wayAnswer.way,
    payShipping: wayAnswer.payShipping,
    /** Of an accepted quote: the pins that the pictures must have, by product and finish. */
    quoted: z.optional(z.array(quoteItem)),
  }),
});

/** Ends the link; up to 99 pins of a picture, more if they were quoted. 409 `product_unavailable`, `image_already_ordered`, `order_ended`. */
export const addPictures = defineRoute('POST', '/orders/pictures', {
  auth: 'none',
  summary: "Adds the pictures to an order that the shop opened, by its buyer's link",
  body: jsonObject({ token, images: addedImages }),
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  answer: success({
    message: z.string(),
    /** Opens the order without an account: `/#pedido=<token>`. */
    token: z.string(),
  }),
});
