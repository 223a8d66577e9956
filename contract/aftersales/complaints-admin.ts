import * as z from 'zod/mini';
import { list, mustBe, optional, optionalText, text } from '#contract/base/fields.ts';
import {
  CHARACTER_BYTES,
  defineFile,
  defineRoute,
  USUAL_BODY_BYTES,
} from '#contract/base/route.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { changed } from '#contract/orders/orders-admin-calls.ts';
import { isDay } from '#domain/base/dates.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';
import { pictureLengths, pictureNumber } from './complaints.ts';

/** Maximum pins per picture in a reprint. */
export const MAX_REPRINTED = 99;

const json = { error: mustBe('un objeto JSON') };

export const downloadComplaintPhoto = defineFile({
  method: 'GET',
  path: '/admin/orders/{id}/complaint/photo',
  auth: 'admin',
  summary: 'The photo of the latest complaint, as WebP without its metadata',
  file: 'image/webp',
});

const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'La fecha debe tener el formato AAAA-MM-DD' }));
const PESOS = 'Escribe un monto en pesos, sin decimales';

const answerComplaintBody = z
  .object(
    {
      /** Sent to the buyer. */
      words: optionalText(text(ADMIN_LIMITS.reason)),
      /**
       * Money that was refunded `on` a day; left out: that the shop promises to refund. The order's
       * total does not change.
       */
      refund: optional(
        z.object(
          {
            amount: z
              .number({ error: PESOS })
              .check(z.int(PESOS), z.gte(1, PESOS), z.lte(100_000_000, PESOS)),
            on: z.optional(day),
          },
          json,
        ),
      ),
    },
    json,
  )
  .check(
    z.refine(({ words, refund }) => words !== null || refund !== null, {
      error: 'Escribe unas palabras, o anota una devolución',
      path: ['words'],
    }),
  );
export type ComplaintAnswer = z.infer<typeof answerComplaintBody>;

/**
 * A refund is recorded even without an open complaint. A future day is 400, more than was paid 409
 * `refund_too_large`.
 */
export const answerComplaint = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/complaint',
  auth: 'admin',
  summary: 'Closes the complaint, records answer and refund in the history; mails the buyer',
  body: answerComplaintBody,
  answer: changed,
});

const QUANTITY = `De 1 a ${MAX_REPRINTED} pines`;
const reprintBody = z.object(
  {
    items: list(
      z.object(
        {
          n: pictureNumber,
          quantity: z
            .number({ error: QUANTITY })
            .check(z.int(QUANTITY), z.gte(1, QUANTITY), z.lte(MAX_REPRINTED, QUANTITY)),
        },
        json,
      ),
      MAX_ITEMS,
      { ...pictureLengths, empty: 'Elige qué pines van de nuevo' },
    ).check(
      z.refine((items) => new Set(items.map((each) => each?.n)).size === items.length, {
        error: 'Cada imagen va una sola vez',
      }),
    ),
    reason: text(ADMIN_LIMITS.reason).check(z.minLength(1, { error: 'Escribe el motivo' })),
    /** True: they are already printed and only have to be sent. */
    isPrinted: z._default(z.boolean({ error: mustBe('verdadero o falso') }), false),
  },
  json,
);
export type ReprintBody = z.infer<typeof reprintBody>;

/** 409 `order_under_way` for an order that has not left, or while another reprint is open. */
export const startReprint = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/reprints',
  auth: 'admin',
  summary: 'Starts a free reprint or resend of pins; status and sums stay; mails the buyer',
  body: reprintBody,
  maxBodyBytes: MAX_ITEMS * 40 + ADMIN_LIMITS.reason * CHARACTER_BYTES + USUAL_BODY_BYTES,
  status: 201,
  answer: changed,
});

/** Without an open reprint nothing changes. */
export const withdrawReprint = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/reprints',
  auth: 'admin',
  summary: 'Cancels the open reprint',
  answer: changed,
});
