import * as z from 'zod/mini';
import { actor, auditFacts } from '#contract/base/audit.ts';
import { day } from '#contract/base/days.ts';
import { errorAnswer } from '#contract/base/errors.ts';
import { jsonObject, list, text, trueOrFalse } from '#contract/base/fields.ts';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { adminOnlinePayment } from '#contract/payments/online-payment.ts';
import { refund } from '#contract/payments/refunds.ts';
import { crop } from '#contract/pins/crops.ts';
import { requestedPinFields } from '#contract/pins/pins.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { ORDER_SOURCES } from '#domain/orders/order.ts';
import { MARKS, STAGES } from '#domain/orders/order-stage.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { PROOF_STATES } from '#domain/production/proofs.ts';
import { changeRequest, complaint, notedRefund, order } from './orders.ts';
import { orderNumber } from './own-order.ts';

/** Maximum length of an order's admin texts, in characters. */
export const ADMIN_LIMITS = {
  reason: 500,
  how: 60,
  courier: 60,
  trackingNumber: 60,
  internalNotes: 1000,
} as const;
const ORDER_TYPES = ['guest', 'registered'] as const;

export const orderStatus = z.enum(ORDER_STATUSES, { error: 'Este estado no existe' });

/** Filters of a list of orders; omitted ones do not filter. `from` and `to` are included. */
export const orderFilter = z.object({
  status: z.optional(orderStatus),
  type: z.optional(z.enum(ORDER_TYPES, { error: 'Este tipo no existe' })),
  /** Part of id, name, e-mail or phone; accents, case and blanks in numbers are ignored. */
  q: z.optional(text(100)),
  from: z.optional(day),
  to: z.optional(day),
  /** `missing`: paid, not cancelled, and without a boleta. */
  document: z.optional(z.enum(['missing'], { error: 'Este filtro no existe' })),
});
export type OrderFilter = z.infer<typeof orderFilter>;

export const shipping = z.object({
  courier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
});

export const adminOrder = z.extend(order, {
  source: z.enum(ORDER_SOURCES),
  /** The same as `deliveryData.notes`. */
  notes: z.nullable(z.string()),
  /** The shop's internal notes; its buyer never sees them. */
  internalNotes: z.nullable(z.string()),
  /** Increases with every change; send it back as `If-Match`. */
  version: z.number(),
  /** Omitted without online payments. */
  onlinePayment: z.optional(adminOnlinePayment),
  refunds: z.array(z.extend(refund, { id: z.string() })),
  shipping,
  /** Version of the terms at the time of the order, such as `2026-11-21`; null if not recorded. */
  termsVersion: z.nullable(z.string()),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** A past change of an order; `from` and `to` are statuses, null if the status did not change. */
const historyEntry = z.object({
  ...auditFacts,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** When a production mark was set (ISO 8601 in UTC) and by whom; null: not set. */
const mark = z.nullable(z.object({ at: z.string(), by: actor }));

export const proofState = z.enum(PROOF_STATES);

/** An order's latest proof; earlier ones are replaced. Times are ISO 8601 in UTC. */
const proof = z.object({
  state: proofState,
  /** Null: an approval was recorded without sending a proof. */
  sentAt: z.nullable(z.string()),
  /** When its link expires. */
  expiresAt: z.nullable(z.string()),
  remindedAt: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** The buyer's words with the answer, or who gave an approval and how. */
  words: z.nullable(z.string()),
  /** What the proof shows: SHA-256 of each pin's picture, crop and quantity, and of all of them. */
  pins: z.array(z.object({ quantity: z.number(), hash: z.string() })),
  hash: z.string(),
});

export const adminOrderDetail = z.extend(adminOrder, {
  /** For each item's picture: its upright size in pixels, and the pin's start crop. */
  originals: z.array(z.object({ width: z.number(), height: z.number(), start: z.nullable(crop) })),
  /** Null: none was sent or recorded. */
  proof: z.nullable(proof),
  /** The requested pictures, from 1, with the shop's words; null: none. ISO 8601 in UTC. */
  pictureRequest: z.nullable(
    z.object({ items: z.array(z.number()), words: z.nullable(z.string()), at: z.string() }),
  ),
  /** Replaced pictures that can be restored, the last one per pin; omitted if there are none. */
  previousPictures: z.optional(
    z.array(z.object({ n: z.number(), imageUrl: z.string(), thumbnailUrl: z.string() })),
  ),
  /** The agreed total, in pesos; null: the shop's prices apply. */
  agreedTotal: z.nullable(z.number()),
  /** The buyer's link to the order. */
  orderUrl: z.string(),
  /** The buyer's link to the quote; omitted for an order that never was one. */
  quoteUrl: z.optional(z.string()),
  /** The buyer's link to add the pictures; null: it has them, or the link has expired. */
  picturesUrl: z.nullable(z.string()),
  /** The buyer's latest complaint; `words` are null once the person is erased. */
  complaint: z.nullable(
    z.extend(complaint, { words: z.nullable(z.string()), hasPhoto: z.boolean() }),
  ),
  /** The buyer's latest request for a change, with its pictures; null: none. */
  changeRequest: z.nullable(
    z.extend(changeRequest, {
      /** Null once the person is erased. */
      words: z.nullable(z.string()),
      images: z.array(
        z.object({
          imageUrl: z.string(),
          thumbnailUrl: z.string(),
          originalName: z.string(),
          notes: z.nullable(z.string()),
          ...requestedPinFields,
        }),
      ),
    }),
  ),
  /** The latest reprint; null: there was none. */
  reprint: z.nullable(
    z.object({
      items: z.array(z.object({ n: z.number(), quantity: z.number() })),
      at: z.string(),
      isUnderWay: z.boolean(),
      /** They were already printed and only have to be sent. */
      isPrinted: z.boolean(),
      /** The reprint's parcel; the order's `shipping` is the first one. */
      shipping,
    }),
  ),
  /** Omitted if none was recorded. */
  notedRefund: z.optional(notedRefund),
  /** Whether `POST /admin/orders/{id}/reprints` succeeds now. */
  canReprint: z.boolean(),
  /** The reprint's marks, if there is one. */
  marks: z.object(mapKeys(MARKS, () => mark)),
  /** The current stage; null: dispatched, completed or cancelled. */
  waitsFor: z.nullable(z.enum(keysOf(STAGES))),
  /** The day on which it must leave, such as `2026-03-09`; null until it is paid. */
  dueOn: z.nullable(z.string()),
  /** The last day on which it can leave to be there by `deliveryData.neededBy`; else omitted. */
  leaveBy: z.optional(z.string()),
  /** Oldest first. */
  history: z.array(historyEntry),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;

export const orderChangedAnswer = z.extend(errorAnswer, {
  code: z.literal('order_changed'),
  order: adminOrderDetail,
});

/** An order in the bin: when it was deleted, and when it is removed for good (ISO 8601 in UTC). */
export const binnedOrder = z.extend(adminOrder, { deletedAt: z.string(), removedAt: z.string() });
export type BinnedOrder = z.infer<typeof binnedOrder>;

export const orderStats = z.object({
  totalOrders: z.number(),
  registeredUserOrders: z.number(),
  guestOrders: z.number(),
  pendingOrders: z.number(),
});
export type OrderStats = z.infer<typeof orderStats>;

export const undoable = {
  /**
   * True: the mails about it leave after a minute, and not at all if it is undone before. Omitted:
   * at once.
   */
  canUndo: z.optional(trueOrFalse()),
};

/** Several orders to change, each optionally with its last known version. */
export const orderVersions = list(
  jsonObject({ id: orderNumber, version: z.optional(z.number()) }),
  100,
  {
    expected: 'una lista de pedidos',
    empty: 'Elige al menos un pedido',
    tooMany: 'Se cambian hasta 100 pedidos a la vez',
  },
);
/** Maximum size of a body with a list of orders, in bytes. */
export const ORDERS_BODY_BYTES = 2 * USUAL_BODY_BYTES;
export type OrderVersions = z.infer<typeof orderVersions>;

/** The result of one of several orders; `order` is the current one, also with `order_changed`. */
export const orderResult = z.object({
  id: z.string(),
  success: z.boolean(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  order: z.optional(adminOrder),
});
export type OrderResult = z.infer<typeof orderResult>;
