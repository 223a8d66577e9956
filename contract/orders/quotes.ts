import * as z from 'zod/mini';
import { adminFile } from '#contract/base/admin-route.ts';
import { jsonObject, linkToken, mustBe, success } from '#contract/base/fields.ts';
import { defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import {
  asNeeded,
  cityAsListed,
  deliveryBody,
  deliveryRules,
} from '#contract/delivery/delivery.ts';
import { QUOTE_TOKEN_PREFIX } from '#domain/pins/images.ts';
import { buyerOrder, IMAGES_BYTES, openedImages } from './orders.ts';
import { charge, pricing } from './pricing.ts';
import { quoteItem, quoteSummary } from './quote.ts';

const token = linkToken(QUOTE_TOKEN_PREFIX);

/** A forged token is 404. */
export const viewQuote = defineRoute('POST', '/orders/quote/view', {
  auth: 'none',
  summary: 'Shows the quote of a link',
  body: jsonObject({ token }),
  answer: success({
    quote: z.extend(quoteSummary, {
      orderId: z.string(),
      items: z.array(quoteItem),
      charges: z.array(charge),
      pricing,
    }),
  }),
});

/**
 * Turns the quote into an order at its prices. 409 `quote_ended` unless it is open. Pictures must
 * have the quoted pins; without any, they are added by `link`.
 */
export const acceptQuote = defineRoute('POST', '/orders/quote/accept', {
  auth: 'none',
  summary: 'Accepts a quote: it is an order with the same id',
  body: jsonObject({
    token,
    deliveryData: z
      .object(deliveryBody, { error: mustBe('un objeto con los datos de entrega') })
      .check(cityAsListed(), asNeeded(), deliveryRules({ isGuest: true })),
    images: z._default(openedImages, []),
  }),
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  status: 201,
  answer: success({
    message: z.string(),
    order: buyerOrder,
    /** Opens the order without an account: `/#pedido=<token>`. */
    token: z.string(),
    /** Where the pictures are added; omitted for an order that has them. */
    link: z.optional(z.string()),
  }),
});

export const downloadQuote = adminFile('/admin/orders/{id}/quote.pdf', {
  summary: 'A quote as a PDF of one page; 404 for an order that never was one',
  file: 'application/pdf',
});
