import * as z from 'zod/mini';
import { ERROR_CODES } from '#domain/errors.ts';
import { orderTerms } from './order-terms.ts';
import { pricing } from './pricing.ts';

/** The frame of every failure. `fields` names each wrong value by its path in the body. */
export const errorAnswer = z.object({
  success: z.literal(false),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The right figures, with `price_changed` and `discount_unavailable`. */
  pricing: z.optional(pricing),
  /** Today's terms, with every refusal of an order whose buyer saw others. */
  terms: z.optional(orderTerms),
  /** With `order_changed`: the order as it is now; see `orderChangedAnswer`. */
  order: z.optional(z.unknown()),
  /** With `settings_changed`: the settings as they are now. */
  settings: z.optional(z.unknown()),
  /** Names the request in the log, with failures of the shop itself. */
  requestId: z.optional(z.string()),
});
