import * as z from 'zod/mini';
import { orderTerms } from '#contract/orders/order-terms.ts';
import { pricing } from '#contract/orders/pricing.ts';
import { ERROR_CODES } from '#domain/base/errors.ts';

/** The body of every error. `fields` has a text per wrong value, by its path in the request. */
export const errorAnswer = z.object({
  success: z.literal(false),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The current figures, with `price_changed` and `discount_unavailable`. */
  pricing: z.optional(pricing),
  /** The current terms, with every error of an order whose buyer saw other ones. */
  terms: z.optional(orderTerms),
  /** With `order_changed`: the current order; see `orderChangedAnswer`. */
  order: z.optional(z.unknown()),
  /** With `settings_changed`: the current settings. */
  settings: z.optional(z.unknown()),
  /** With `statement_unreadable`: the first rows that were found, to say which column is what. */
  preview: z.optional(z.array(z.array(z.string()))),
  /** Id of the request in the log, with internal errors. */
  requestId: z.optional(z.string()),
});
