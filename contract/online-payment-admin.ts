import * as z from 'zod/mini';
import { isDay } from '#domain/dates.ts';
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '#domain/payment.ts';
import { mustBe, success } from './fields.ts';
import { adminOnlinePayment } from './online-payment.ts';
import { changed } from './orders-admin-calls.ts';
import { defineFile, defineRoute } from './route.ts';

const WHOLE = { error: 'Escribe un monto en pesos, sin decimales' };

/**
 * 403 `fresh_sign_in_required` ten minutes after signing in. 409 `refund_too_large`; 502
 * `payment_unavailable` when the provider refuses. Without its answer the payment is `refunding`.
 */
export const refundPayment = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/refunds',
  auth: 'admin',
  summary: 'Sends back what was paid online, or pesos of it (fresh sign-in)',
  body: z.object(
    {
      /** Pesos; left out: all that is left. */
      amount: z.nullish(z.int(WHOLE).check(z.minimum(1, WHOLE), z.maximum(1e12, WHOLE))),
    },
    { error: mustBe('un objeto JSON') },
  ),
  answer: changed,
});

const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'La fecha debe tener el formato AAAA-MM-DD' }));

const query = z.object({
  /** A day of Chile's calendar; left out: today. */
  day: z.optional(day),
});

const dayPayment = z.extend(adminOnlinePayment, {
  orderId: z.string(),
  /** When its money was seen, else when it began; milliseconds since 1970. */
  at: z.number(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** By the provider's own word; null: it did not answer. */
  agrees: z.nullable(z.boolean()),
});
export type DayPayment = z.infer<typeof dayPayment>;

/** Money that the provider took and no attempt of the shop is about, such as a sale on the counter. */
const strayPayment = z.object({
  providerId: z.string(),
  /** When it was taken; milliseconds since 1970. */
  at: z.number(),
  amount: z.number(),
  refunded: z.number(),
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  authorizationCode: z.nullable(z.string()),
  fee: z.nullable(z.number()),
});
export type StrayPayment = z.infer<typeof strayPayment>;

export const listPayments = defineRoute({
  method: 'GET',
  path: '/admin/payments',
  auth: 'admin',
  summary: "A day's payments online, each compared with what the provider says",
  query,
  answer: success({
    payments: z.array(dayPayment),
    /** Null: the provider has no list of a day (Webpay), or did not answer. */
    strays: z.nullable(z.array(strayPayment)),
  }),
});

/** UTF-8 with BOM, `;` between cells, CRLF. */
export const exportPayments = defineFile({
  method: 'GET',
  path: '/admin/payments.csv',
  auth: 'admin',
  summary: 'The same as a spreadsheet',
  query,
  file: 'text/csv; charset=utf-8',
});
