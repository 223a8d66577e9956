import * as z from 'zod/mini';
import { isDay } from '#domain/dates.ts';
import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { MARKS, STAGES } from '#domain/order-stage.ts';
import { ORDER_STATUSES } from '#domain/orders.ts';
import { PROOF_STATES } from '#domain/proofs.ts';
import { actor, auditFacts } from './audit.ts';
import { crop } from './crops.ts';
import { addressBody, asNeeded, cityAsListed, deliveryRules, wayBody } from './delivery.ts';
import { errorAnswer } from './errors.ts';
import { line, list, mustBe, optionalText, text } from './fields.ts';
import { adminOnlinePayment } from './online-payment.ts';
import { complaint, notedRefund, order } from './orders.ts';
import { cursor, limit } from './paging.ts';
import { USUAL_BODY_BYTES } from './route.ts';

/** Longest texts of an order's book-keeping, in characters. */
export const ADMIN_LIMITS = {
  reason: 500,
  how: 60,
  courier: 60,
  trackingNumber: 60,
  internalNotes: 1000,
} as const;
const ORDER_TYPES = ['guest', 'registered'] as const;

const json = { error: mustBe('un objeto JSON') };

/** A day of Chile's calendar, such as `2026-03-09`. */
export const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'La fecha debe tener el formato AAAA-MM-DD' }));

/** What narrows a list of orders; leave out what does not. `from` and `to` count themselves. */
export const orderFilter = z.object({
  status: z.optional(z.enum(ORDER_STATUSES, { error: 'Este estado no existe' })),
  type: z.optional(z.enum(ORDER_TYPES, { error: 'Este tipo no existe' })),
  /** Part of id, name, e-mail or phone; accents, case and blanks in numbers do not matter. */
  q: z.optional(text(100)),
  from: z.optional(day),
  to: z.optional(day),
  /** `missing`: paid, not cancelled, and without a boleta. */
  document: z.optional(z.enum(['missing'], { error: 'Este filtro no existe' })),
});
export type OrderFilter = z.infer<typeof orderFilter>;

export const listOrdersQuery = z.extend(orderFilter, { limit: limit(50), cursor });

/** `paidAt` is a day, as a bank's statement has it. */
const payment = z.object({ paidAt: z.string(), how: z.string() });
export const shipping = z.object({
  courier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
});

/** Where an order came from: the shop's page, or its panel. */
const ORDER_SOURCES = ['web', 'panel'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

export const adminOrder = z.extend(order, {
  source: z.enum(ORDER_SOURCES),
  /** The same as `deliveryData.notes`. */
  notes: z.nullable(z.string()),
  /** The shop's own words about the order; its buyer never sees them. */
  internalNotes: z.nullable(z.string()),
  /** Goes up with every change; send it back as `If-Match`. */
  version: z.number(),
  /** Null until it is paid. */
  payment: z.nullable(payment),
  /** Left out where nothing is paid online. */
  onlinePayment: z.optional(adminOnlinePayment),
  shipping,
  /** Of the terms it was placed under, such as `2026-11-21`; null where none was kept. */
  termsVersion: z.nullable(z.string()),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** What was done with an order; `from` and `to` are statuses, null where none changed. */
const historyEntry = z.object({
  ...auditFacts,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** When a mark of the workshop was set (ISO 8601 in UTC) and by whom; null where it is not. */
const mark = z.nullable(z.object({ at: z.string(), by: actor }));

export const proofState = z.enum(PROOF_STATES);

/** An order's latest proof, which is the one that counts. Times are ISO 8601 in UTC. */
const proof = z.object({
  state: proofState,
  /** Null: no proof was sent, an approval was given otherwise. */
  sentAt: z.nullable(z.string()),
  /** When its link stops working. */
  expiresAt: z.nullable(z.string()),
  remindedAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** What the buyer wrote with the answer, or who gave an approval and how. */
  words: z.nullable(z.string()),
  /** What it shows, frozen: SHA-256 of each pin's picture, crop and quantity, and of all of them. */
  pins: z.array(z.object({ quantity: z.number(), hash: z.string() })),
  hash: z.string(),
});

export const adminOrderDetail = z.extend(adminOrder, {
  /** Of each item's picture: its size in pixels, upright, and where its pin starts. */
  originals: z.array(z.object({ width: z.number(), height: z.number(), start: z.nullable(crop) })),
  /** Null: none was sent or recorded. */
  proof: z.nullable(proof),
  /** The pictures that the shop waits for, from 1, and its words; null: none. ISO 8601 in UTC. */
  pictureRequest: z.nullable(
    z.object({ items: z.array(z.number()), words: z.nullable(z.string()), at: z.string() }),
  ),
  /** The pictures that a pin had before and could have again, the last of each; left out where there are none. */
  previousPictures: z.optional(
    z.array(z.object({ n: z.number(), imageUrl: z.string(), thumbnailUrl: z.string() })),
  ),
  /** The total that was agreed, in pesos; null: it has the shop's prices. */
  agreedTotal: z.nullable(z.number()),
  /** By which its buyer adds the pictures; null: it has them, or the link is too old. */
  picturesUrl: z.nullable(z.string()),
  /** What its buyer says is wrong, the latest; `words` are null once the person is erased. */
  complaint: z.nullable(
    z.extend(complaint, { words: z.nullable(z.string()), hasPhoto: z.boolean() }),
  ),
  /** Pins that are made or sent once more, the latest; null: none ever were. */
  reprint: z.nullable(
    z.object({
      items: z.array(z.object({ n: z.number(), quantity: z.number() })),
      at: z.string(),
      isUnderWay: z.boolean(),
      /** They were at hand, and only leave again. */
      isPrinted: z.boolean(),
      /** Its own parcel's; the order's `shipping` is the first one's. */
      shipping,
    }),
  ),
  /** Left out where none was noted. */
  notedRefund: z.optional(notedRefund),
  /** `POST /admin/orders/{id}/reprints` is a success now. */
  canReprint: z.boolean(),
  /** Of its reprint, once there is one. */
  marks: z.object(mapKeys(MARKS, () => mark)),
  /** The first thing that it lacks; null: dispatched, completed or cancelled. */
  waitsFor: z.nullable(z.enum(keysOf(STAGES))),
  /** The day on which it must leave, such as `2026-03-09`; null until it is paid. */
  dueOn: z.nullable(z.string()),
  /** Oldest first. */
  history: z.array(historyEntry),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;

export const orderChangedAnswer = z.extend(errorAnswer, {
  code: z.literal('order_changed'),
  order: adminOrderDetail,
});

/** An order in the bin: when it went there, and when it goes for good (ISO 8601 in UTC). */
export const binnedOrder = z.extend(adminOrder, {
  deletedAt: z.string(),
  removedAt: z.string(),
});
export type BinnedOrder = z.infer<typeof binnedOrder>;

export const orderStats = z.object({
  totalOrders: z.number(),
  registeredUserOrders: z.number(),
  guestOrders: z.number(),
  pendingOrders: z.number(),
});
export type OrderStats = z.infer<typeof orderStats>;

const status = z.enum(ORDER_STATUSES, { error: 'Este estado no existe' });
/** Goes to the buyer, in the mail about the new status. */
const reason = z.nullish(text(ADMIN_LIMITS.reason));

export const changeStatusBody = z.object({ status, reason }, json);
export type ChangeStatusBody = z.infer<typeof changeStatusBody>;

/** Several orders to change, each optionally with the version it was seen in. */
export const orderVersions = list(
  z.object({ id: line(40), version: z.optional(z.number()) }, json),
  100,
  {
    expected: 'una lista de pedidos',
    empty: 'Elige al menos un pedido',
    tooMany: 'Se cambian hasta 100 pedidos a la vez',
  },
);
/** Bytes of a body with so many orders in it. */
export const ORDERS_BODY_BYTES = 2 * USUAL_BODY_BYTES;
export type OrderVersions = z.infer<typeof orderVersions>;

export const changeStatusesBody = z.object({ orders: orderVersions, status, reason }, json);

export const answerCancelRequestBody = z.object(
  {
    accept: z.boolean({ error: mustBe('verdadero o falso') }),
    reason: optionalText(text(ADMIN_LIMITS.reason)),
  },
  json,
);

export const editInternalNotesBody = z.object(
  { internalNotes: z.nullable(text(ADMIN_LIMITS.internalNotes)) },
  json,
);

export const editNotesBody = z.object({ notes: z.nullable(text(DELIVERY_LIMITS.notes)) }, json);

export const recordPaymentBody = z.object(
  {
    /** A day, today at the latest. */
    paidAt: day,
    /** In the shop's own words, such as `Transferencia`. */
    how: line(ADMIN_LIMITS.how).check(z.minLength(1, { error: 'Escribe cómo se pagó' })),
    /** True: the buyer is mailed once more. Left out: once per order, however often it is noted. */
    tellsAgain: z.optional(z.boolean({ error: mustBe('verdadero o falso') })),
  },
  json,
);
export type RecordPaymentBody = z.infer<typeof recordPaymentBody>;

export const recordPaymentsBody = z.object(
  {
    orders: orderVersions,
    /** Null: they are not paid. */
    payment: z.nullable(recordPaymentBody),
  },
  json,
);

/** Null or blank: none. */
export const recordShippingBody = z.object(
  {
    courier: z.nullish(line(ADMIN_LIMITS.courier)),
    trackingNumber: z.nullish(line(ADMIN_LIMITS.trackingNumber)),
    /** True: of the latest reprint's parcel. */
    ofReprint: z._default(z.boolean({ error: mustBe('verdadero o falso') }), false),
  },
  json,
);
export type RecordShippingBody = z.infer<typeof recordShippingBody>;

/** Whom and where to. A guest's order must keep an e-mail, where its mails go. */
export const correctAddressBody = z
  .object(
    {
      ...addressBody,
      ...wayBody,
      /** Whether shipping and total follow the new city; else they stay as agreed. */
      updateShippingCost: z.optional(z.boolean({ error: mustBe('verdadero o falso') })),
    },
    json,
  )
  .check(cityAsListed(), asNeeded(), deliveryRules({ isGuest: false }));
export type CorrectAddressBody = z.output<typeof correctAddressBody>;
export type SentAddressBody = z.input<typeof correctAddressBody>;

/** What became of one order of several; `order` comes with `order_changed` too, fresh. */
export const orderResult = z.object({
  id: z.string(),
  success: z.boolean(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  order: z.optional(adminOrder),
});
export type OrderResult = z.infer<typeof orderResult>;
