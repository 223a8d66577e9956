import * as z from 'zod/mini';
import { MAX_ITEMS } from '#domain/images.ts';
import { list, mustBe, success, text } from './fields.ts';
import { buyerOrder } from './orders.ts';
import { ofOwnOrder } from './own-order.ts';
import { defineRoute } from './route.ts';

export const MAX_COMPLAINT_LENGTH = 1000;

const ITEM = 'El número de una imagen, desde 1';
/** A picture of an order, from 1. */
export const pictureNumber = z
  .number({ error: ITEM })
  .check(z.int(ITEM), z.gte(1, ITEM), z.lte(MAX_ITEMS, ITEM));
export const pictureLengths = {
  expected: 'una lista de imágenes',
  tooMany: `Se aceptan hasta ${MAX_ITEMS} imágenes`,
};

/** The texts of the form, in which `items` is repeated or JSON; and a JSON body. */
export const complaintFields = z.object(
  {
    ...ofOwnOrder,
    items: list(pictureNumber, MAX_ITEMS, {
      ...pictureLengths,
      empty: 'Elige qué pines salieron mal',
    }),
    words: text(MAX_COMPLAINT_LENGTH).check(z.minLength(1, { error: 'Cuéntanos qué pasó' })),
  },
  { error: mustBe('un objeto JSON o un formulario') },
);

/**
 * The multipart form, or without a photo a JSON body, has `items` (pictures, from 1), `words`, a file as
 * `photo` where there is one, and says whose it is: the `token` of a mail's link, or the `orderId` of
 * one's own order with a bearer. A later one takes the place of an earlier one, whose words stay in the
 * history; without a photo, that of one which is not answered stays. 409 `complaint_too_late` after the
 * order's `complainBy`, and for one that has not left.
 */
export const sendComplaint = defineRoute({
  method: 'POST',
  path: '/orders/complaint',
  auth: 'optional',
  summary: 'Tells the shop what is wrong with an order, a photo of up to 5 MB with it; mails both',
  status: 201,
  answer: success({ order: buyerOrder }),
});
