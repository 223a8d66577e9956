import * as z from 'zod/mini';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { STAGES } from '#domain/order-stage.ts';
import { wayAnswer } from './delivery.ts';
import { success } from './fields.ts';
import { proofState, shipping } from './orders-admin.ts';
import { receipt } from './payment-details.ts';
import { defineRoute } from './route.ts';

/** Orders of one group that are answered; `counts` has all of them. */
export const TODAY_LIMIT = 50;

const todayOrder = z.object({
  id: z.string(),
  /** Goes up with every change; send it back as `If-Match`. */
  version: z.number(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  fullName: z.string(),
  city: z.string(),
  /** How it gets to its buyer; left out for the door, its shipping paid with it. */
  deliveryData: z.optional(z.object(wayAnswer)),
  pins: z.number(),
  /** What the order comes to, in pesos. */
  amount: z.number(),
  /** Since it was placed, by the calendar. */
  ageDays: z.number(),
  /** Null: it has left, and its buyer says that something is wrong. */
  waitsFor: z.nullable(z.enum(keysOf(STAGES))),
  /** The day on which it must leave, such as `2026-03-09`; null until it is paid. */
  dueOn: z.nullable(z.string()),
  receipt: z.nullable(receipt),
  /** Its buyer has replaced a picture, and nothing is printed yet. */
  hasNewPicture: z.boolean(),
  /** The last day on which it is to be paid; null: there was no deadline. */
  payBy: z.nullable(z.string()),
  /** Its latest proof; `words` of the buyer's answer, null where there are none. */
  proof: z.nullable(z.object({ state: proofState, at: z.string(), words: z.nullable(z.string()) })),
  /** What its buyer wrote with the request to cancel it, or with the complaint; null: nothing. */
  words: z.nullable(z.string()),
  shipping,
  /** Opens a chat with the buyer, a fitting text written; null for a number unknown to WhatsApp. */
  whatsappUrl: z.nullable(z.string()),
});
export type TodayOrder = z.infer<typeof todayOrder>;

/**
 * An order is in one of them: the first that fits of requests to cancel, receipts, incomplete, answers,
 * late, due and unpaid.
 */
const groups = {
  /** Paid and not dispatched, with a due day that is past; the longest first. */
  late: z.array(todayOrder),
  /** Those that must leave today. */
  due: z.array(todayOrder),
  /** Unpaid orders with a proof of transfer to check, the oldest first. */
  receipts: z.array(todayOrder),
  /** Buyers ask for changes of the pins, or sent other pictures; or approved them, and nothing is printed yet. */
  answers: z.array(todayOrder),
  /** Unpaid without a proof of transfer, the largest amount first. */
  unpaid: z.array(todayOrder),
  /** Their buyers ask to cancel them, the oldest first; each is in no other group. */
  cancelRequests: z.array(todayOrder),
  /** Opened by the shop, and without pictures yet, the oldest first. */
  incomplete: z.array(todayOrder),
  /** Buyers say that something is wrong, or pins are made once more; in no other group. */
  complaints: z.array(todayOrder),
};
export type TodayGroup = keyof typeof groups;

const today = success({
  ...groups,
  /** Orders of each group in all. */
  counts: z.object(mapKeys(groups, () => z.number())),
  /** Different people who paid by transfer since the month and the half-year began; 1,000 at most. */
  payers: z.object({ month: z.number(), semester: z.number() }),
});
export type Today = z.infer<typeof today>;

export const readToday = defineRoute({
  method: 'GET',
  path: '/admin/today',
  auth: 'admin',
  summary: 'What waits for the owner, group by group, each order in one of them',
  answer: today,
});
