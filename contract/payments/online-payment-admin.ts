import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { day } from '#contract/base/days.ts';
import { success } from '#contract/base/fields.ts';
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';
import { adminOnlinePayment } from './online-payment.ts';

const query = z.object({
  /** A day in Chile; omitted: today. */
  day: z.optional(day),
});

const dayPayment = z.extend(adminOnlinePayment, {
  orderId: z.string(),
  /** When it was paid, else when the attempt began; milliseconds since 1970. */
  at: z.number(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** Whether the provider reports the same; null: it did not answer. */
  agrees: z.nullable(z.boolean()),
});
export type DayPayment = z.infer<typeof dayPayment>;

/** A payment at the provider without an attempt in the shop, such as a sale over the counter. */
const strayPayment = z.object({
  providerId: z.string(),
  /** Time of payment; milliseconds since 1970. */
  at: z.number(),
  /** In whole units of its currency. */
  amount: z.number(),
  refunded: z.number(),
  /** By ISO 4217; omitted for pesos. */
  currency: z.optional(z.string()),
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  authorizationCode: z.nullable(z.string()),
  fee: z.nullable(z.number()),
});
export type StrayPayment = z.infer<typeof strayPayment>;

export const listPayments = adminRoute('GET', '/admin/payments', {
  summary: "A day's online payments, each compared with the provider's data",
  query,
  answer: success({
    payments: z.array(dayPayment),
    /** Null: the provider lists no payments by day (Webpay), or did not answer. */
    strays: z.nullable(z.array(strayPayment)),
  }),
});

/** UTF-8 with BOM, `;` between cells, CRLF. */
export const exportPayments = adminFile('/admin/payments.csv', {
  summary: 'The same as CSV',
  query,
  file: 'text/csv; charset=utf-8',
});
