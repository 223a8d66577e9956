import * as z from 'zod/mini';
import { list, mustBe, success, words } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { buyerOrder } from '#contract/orders/orders.ts';
import { ofOwnOrder, pictureNumber } from '#contract/orders/own-order.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';

export const MAX_COMPLAINT_LENGTH = 1000;

export const pictureLengths = {
  expected: 'una lista de imágenes',
  tooMany: `Se aceptan hasta ${MAX_ITEMS} imágenes`,
};

/** The form's fields, where `items` is repeated or JSON; also accepted as a JSON body. */
export const complaintFields = z.object(
  {
    ...ofOwnOrder,
    items: list(pictureNumber(), MAX_ITEMS, {
      ...pictureLengths,
      empty: 'Elige qué pines salieron mal',
    }),
    words: words(MAX_COMPLAINT_LENGTH, 'Cuéntanos qué pasó'),
  },
  { error: mustBe('un objeto JSON o un formulario') },
);

/**
 * A multipart form, or JSON without a photo: `items` (pictures, from 1), `words`, optionally a file
 * `photo`, and the order: the `token` of a mail's link, or the `orderId` of an own order with a
 * bearer. It replaces the previous complaint, whose words stay in the history; without a new photo
 * that of an unanswered one is kept. 409 `complaint_too_late` after the order's `complainBy` and
 * before it left.
 */
export const sendComplaint = defineRoute('POST', '/orders/complaint', {
  auth: 'optional',
  summary: 'Sends a complaint about an order, with a photo of up to 5 MB; mails shop and buyer',
  status: 201,
  answer: success({ order: buyerOrder }),
});
