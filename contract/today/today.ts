import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { wayAnswer } from '#contract/delivery/delivery.ts';
import { healthCheck } from '#contract/health/health-admin.ts';
import { proofState, shipping } from '#contract/orders/orders-admin.ts';
import { receipt } from '#contract/payments/payment-details.ts';
import { refund } from '#contract/payments/refunds.ts';
import { todayStray } from '#contract/payments/stray-payments.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { STAGES } from '#domain/orders/order-stage.ts';

/** Maximum number of orders returned per group; `counts` includes all. */
export const TODAY_LIMIT = 50;

const todayOrder = z.object({
  id: z.string(),
  /** Increases with every change; send it back as `If-Match`. */
  version: z.number(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  fullName: z.string(),
  city: z.string(),
  /** Way of delivery, and the day it is needed by; omitted for the default way on any day. */
  deliveryData: z.optional(z.object(wayAnswer)),
  pins: z.number(),
  /** What is asked for, else the total, in pesos; in `refunds` what has to go back. */
  amount: z.number(),
  /** In `refunds` what has to go back, by its causes; omitted otherwise. */
  refunds: z.optional(z.array(refund)),
  /** The amount is that of the open deposit; omitted otherwise. */
  isDeposit: z.optional(z.boolean()),
  /** Calendar days since it was placed. */
  ageDays: z.number(),
  /** The current stage; null: it has left, and owes money or has a complaint, or it was cancelled. */
  waitsFor: z.nullable(z.enum(keysOf(STAGES))),
  /**
   * The day on which it must leave, such as `2026-03-09`; null until it is paid. In `refunds` the
   * last day to give the money back.
   */
  dueOn: z.nullable(z.string()),
  /** The last day on which it can leave to be there by `deliveryData.neededBy`; else omitted. */
  leaveBy: z.optional(z.string()),
  receipt: z.nullable(receipt),
  /** Its buyer has replaced a picture, and it is not printed yet. */
  hasNewPicture: z.boolean(),
  /** The last day to pay; null: no deadline. */
  payBy: z.nullable(z.string()),
  /** Its latest proof; `words` of the buyer's answer, null if there are none. */
  proof: z.nullable(z.object({ state: proofState, at: z.string(), words: z.nullable(z.string()) })),
  /** The buyer's words with the request to cancel or to change, or the complaint; null: none. */
  words: z.nullable(z.string()),
  shipping,
  phone: z.string(),
  /** The address of its mails; null: none. */
  email: z.nullable(z.string()),
  /** Link to a chat with the buyer and a prepared text; null for a number unknown to WhatsApp. */
  whatsappUrl: z.nullable(z.string()),
});
export type TodayOrder = z.infer<typeof todayOrder>;

/**
 * An order is in one group only: the first that matches of requests to cancel, receipts,
 * incomplete, answers, late, due and unpaid.
 */
const groups = {
  /** Not dispatched after their due day, or three days before `leaveBy`, the most urgent first. */
  late: z.array(todayOrder),
  /** Orders that must leave today. */
  due: z.array(todayOrder),
  /** Unpaid orders with a proof of transfer to check, also after they left, the oldest first. */
  receipts: z.array(todayOrder),
  /** Changed pictures, requested changes, and approvals of orders that are not printed yet. */
  answers: z.array(todayOrder),
  /** Unpaid without a proof of transfer, also after they left, the largest amount first. */
  unpaid: z.array(todayOrder),
  /** Requests to cancel, the oldest first. */
  cancelRequests: z.array(todayOrder),
  /** Requests for a change, the oldest first. These orders may also be in another group. */
  changes: z.array(todayOrder),
  /** Opened by the shop and still without pictures, the oldest first. */
  incomplete: z.array(todayOrder),
  /** Complaints and open reprints; these orders are in no other group. */
  complaints: z.array(todayOrder),
  /**
   * Money that has to go back to buyers, the earliest day first: `amount` and `dueOn` are the
   * refund's. These orders may also be in another group.
   */
  refunds: z.array(todayOrder),
};
export type TodayGroup = keyof typeof groups;

const today = success({
  ...groups,
  /** Online payments that no order counts, the oldest first. */
  strayPayments: z.array(todayStray),
  /** What is not ok with the shop. */
  health: z.array(healthCheck),
  /** Number of orders per group, and of such payments. */
  counts: z.object({ ...mapKeys(groups, () => z.number()), strayPayments: z.number() }),
  /** Number of different payers by transfer since the month and half-year began; at most 1,000. */
  payers: z.object({ month: z.number(), semester: z.number() }),
  /** Only where the bank's movements can be fetched: whether some came since a list was compared. */
  bank: z.optional(z.object({ hasNews: z.boolean() })),
});
export type Today = z.infer<typeof today>;

export const readToday = adminRoute('GET', '/admin/today', {
  summary: 'Open tasks of the owner by group; each order is in one group',
  answer: today,
});
