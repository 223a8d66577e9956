import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, success, text } from '#contract/base/fields.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { orderNumber } from '#contract/orders/own-order.ts';
import { keysOf } from '#domain/base/keys.ts';
import { STAGES } from '#domain/orders/order-stage.ts';

/** Maximum number of orders of a buyer that are shown, the newest. */
export const MAX_BUYER_ORDERS = 500;

const buyerOrder = z.object({
  id: z.string(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  status: z.string(),
  waitsFor: z.nullable(z.enum(keysOf(STAGES))),
  /** Nobody has accepted it yet; `pins` and `totalAmount` are those of the quote. */
  isQuote: z.optional(z.boolean()),
  /** The recipient, who may be another person with the same phone. */
  fullName: z.string(),
  pins: z.number(),
  /** Pesos. */
  totalAmount: z.number(),
  /** Pesos that the buyer is still asked for. */
  amountDue: z.number(),
});

/**
 * What the shop knows of one buyer: the orders with the account, an e-mail or the phone of an order.
 * Nothing is merged by it.
 */
const buyer = z.object({
  fullName: z.string(),
  phone: z.string(),
  /** Null: none is known. */
  email: z.nullable(z.string()),
  /** Newest first, without the bin. */
  orders: z.array(buyerOrder),
  /** Sum of the orders that are not cancelled, in pesos. */
  total: z.number(),
  /** Newest first. `at` is ISO 8601 in UTC; `words` are null once their buyer is erased. */
  complaints: z.array(
    z.object({
      orderId: z.string(),
      at: z.string(),
      words: z.nullable(z.string()),
      isOpen: z.boolean(),
      answer: z.nullable(z.string()),
    }),
  ),
  /** The shop's own notes about the buyer. */
  notes: z.nullable(z.string()),
});
export type Buyer = z.infer<typeof buyer>;

const answer = success({ buyer });

export const readBuyer = adminRoute('GET', '/admin/buyers', {
  summary: 'The buyer behind an order, with the other orders of the same person',
  query: z.object({ orderId: orderNumber }),
  answer,
});

export const editBuyerNotes = adminRoute('PATCH', '/admin/buyers/notes', {
  summary: "Changes the shop's notes about the buyer behind an order",
  body: jsonObject({ orderId: orderNumber, notes: z.nullable(text(ADMIN_LIMITS.internalNotes)) }),
  answer,
});
