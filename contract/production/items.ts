import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, line, list, mustBe, optional, success, text } from '#contract/base/fields.ts';
import { flag } from '#contract/base/paging.ts';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { agreedTotal } from '#contract/orders/opened-orders.ts';
import { IMAGES_BYTES, imageTexts, orderImage } from '#contract/orders/orders.ts';
import { changed } from '#contract/orders/orders-admin-calls.ts';
import { pictureNumber } from '#contract/orders/own-order.ts';
import { pricing } from '#contract/orders/pricing.ts';
import { sentCharges } from '#contract/orders/quote.ts';
import { panelQuantity, sentPinChoiceFields } from '#contract/pins/pins.ts';
import { MAX_FILE_NAME_LENGTH, MAX_IMAGE_NOTES_LENGTH, MAX_ITEMS } from '#domain/pins/images.ts';

const changedItem = z
  .object(
    {
      ...sentPinChoiceFields,
      /** The item's number until now, from 1; omitted: a new item. */
      n: optional(pictureNumber()),
      /** A fresh upload; omitted: an item keeps its picture. */
      imageUrl: optional(orderImage.shape.imageUrl),
      quantity: panelQuantity,
      /** Omitted: an item keeps its own; null removes them. */
      notes: z.nullish(text(MAX_IMAGE_NOTES_LENGTH)),
      originalName: optional(line(MAX_FILE_NAME_LENGTH)),
    },
    { error: mustBe('una imagen') },
  )
  .check(
    z.refine(({ n, imageUrl }) => n !== null || imageUrl !== null, {
      error: 'Falta la imagen',
      path: ['imageUrl'],
    }),
  );
export type ChangedItem = z.output<typeof changedItem>;

/**
 * The whole list of an order's items, in its new sequence. Items with `n` keep their product,
 * finish, text, crop and notes unless others are sent, and the price list of their day; new ones
 * have today's. Its proof becomes void; its code is dropped below its minimum. 409
 * `order_under_way` once it is printed, and while it is paid online; `order_cancelled`,
 * `product_unavailable`, `image_already_ordered`.
 */
export const changeItems = adminRoute('PUT', '/admin/orders/{id}/items', {
  summary: 'Changes what was ordered and mails the buyer; with `preview=true` only prices it',
  query: z.object({ preview: z.optional(flag) }),
  body: jsonObject({
    items: list(changedItem, MAX_ITEMS, imageTexts).check(
      z.refine((items) => new Set(items.map(({ n }) => n ?? {})).size === items.length, {
        error: 'Una imagen del pedido está dos veces',
      }),
    ),
    /** Omitted: those of the order; an empty list removes them. Negative for a rebate. */
    charges: optional(sentCharges),
    /** Omitted: the shop's prices. */
    agreedTotal: optional(agreedTotal),
  }),
  maxBodyBytes: IMAGES_BYTES + USUAL_BODY_BYTES,
  answer: z.union([
    changed,
    /** A preview; `balance` as in an order. */
    success({ pricing, balance: z.number() }),
  ]),
});
export type ChangeItemsBody = z.output<typeof changeItems.body>;
export type SentItems = z.input<typeof changeItems.body>;
