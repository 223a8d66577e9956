import * as z from 'zod/mini';
import { adminFile } from '#contract/base/admin-route.ts';
import { notedDay } from '#contract/base/days.ts';
import {
  jsonObject,
  list,
  optional,
  optionalText,
  text,
  trueOrFalse,
  words,
} from '#contract/base/fields.ts';
import { CHARACTER_BYTES, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { pictureNumber } from '#contract/orders/own-order.ts';
import { pesos } from '#contract/payments/pesos.ts';
import { panelQuantity } from '#contract/pins/pins.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';
import { pictureLengths } from './complaints.ts';

export const downloadComplaintPhoto = adminFile('/admin/orders/{id}/complaint/photo', {
  summary: 'The photo of the latest complaint, as WebP without its metadata',
  file: 'image/webp',
});

/**
 * A refund is recorded even without an open complaint. A future day is 400, more than was paid 409
 * `refund_too_large`.
 */
export const answerComplaint = orderChange('POST', '/admin/orders/{id}/complaint', {
  summary: 'Closes the complaint, records answer and refund in the history; mails the buyer',
  body: jsonObject({
    /** Sent to the buyer. */
    words: optionalText(text(ADMIN_LIMITS.reason)),
    /**
     * Money that was refunded `on` a day; left out: that the shop promises to refund. The order's
     * total does not change.
     */
    refund: optional(jsonObject({ amount: pesos(100_000_000), on: z.optional(notedDay) })),
  }).check(
    z.refine(({ words, refund }) => words !== null || refund !== null, {
      error: 'Escribe unas palabras, o anota una devolución',
      path: ['words'],
    }),
  ),
});
export type ComplaintAnswer = z.infer<typeof answerComplaint.body>;

/** 409 `order_under_way` for an order that has not left, or while another reprint is open. */
export const startReprint = orderChange('POST', '/admin/orders/{id}/reprints', {
  summary: 'Starts a free reprint or resend of pins; status and sums stay; mails the buyer',
  body: jsonObject({
    items: list(jsonObject({ n: pictureNumber(), quantity: panelQuantity }), MAX_ITEMS, {
      ...pictureLengths,
      empty: 'Elige qué pines van de nuevo',
    }).check(
      z.refine((items) => new Set(items.map((each) => each?.n)).size === items.length, {
        error: 'Cada imagen va una sola vez',
      }),
    ),
    reason: words(ADMIN_LIMITS.reason, 'Escribe el motivo'),
    /** True: they are already printed and only have to be sent. */
    isPrinted: z._default(trueOrFalse(), false),
  }),
  maxBodyBytes: MAX_ITEMS * 40 + ADMIN_LIMITS.reason * CHARACTER_BYTES + USUAL_BODY_BYTES,
  status: 201,
});
export type ReprintBody = z.infer<typeof startReprint.body>;

/** Without an open reprint nothing changes. */
export const withdrawReprint = orderChange('DELETE', '/admin/orders/{id}/reprints', {
  summary: 'Cancels the open reprint',
});
