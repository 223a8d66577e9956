import type * as z from 'zod/mini';
import {
  jsonObject,
  optional,
  optionalText,
  success,
  text,
  trueOrFalse,
  words,
} from '#contract/base/fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { buyerOrder, IMAGES_BYTES, requestedImages } from '#contract/orders/orders.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { namesOrder, ofOwnOrder } from '#contract/orders/own-order.ts';

export const MAX_CHANGE_LENGTH = 1000;

/**
 * The order is named by the `token` of a mail's link, or by `orderId` with a bearer. 409
 * `change_open` while one waits for an answer, `order_under_way` once in production, `order_ended`,
 * `order_incomplete` before it has pictures, `image_already_ordered`.
 */
export const requestChange = defineRoute('POST', '/orders/change', {
  auth: 'optional',
  summary: 'Asks the shop to change an own order, in words and with pictures if wanted',
  body: jsonObject({
    ...ofOwnOrder,
    words: words(MAX_CHANGE_LENGTH, 'Cuéntanos qué quieres cambiar'),
    images: optional(requestedImages),
  }).check(namesOrder()),
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  status: 202,
  answer: success({ order: buyerOrder }),
});

/**
 * Changes nothing else: that is `PUT /admin/orders/{id}/items`. Without an open one nothing. 409
 * `order_ended`: accepted, but nothing more of the order will be made.
 */
export const answerChange = orderChange('POST', '/admin/orders/{id}/change', {
  summary: "Closes the buyer's request for a change, and mails the buyer the answer",
  body: jsonObject({
    accepted: trueOrFalse(),
    /** Sent to the buyer. */
    words: optionalText(text(ADMIN_LIMITS.reason)),
  }),
});
export type AnswerChangeBody = z.infer<typeof answerChange.body>;
