import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { jsonObject, line, optionalText, success, trueOrFalse } from '#contract/base/fields.ts';
import { cursor, limit, nextCursor } from '#contract/base/paging.ts';
import { wayAnswer } from '#contract/delivery/delivery.ts';
import {
  ADMIN_LIMITS,
  ORDERS_BODY_BYTES,
  orderVersions,
  proofState,
  shipping,
  undoable,
} from '#contract/orders/orders-admin.ts';
import { orderChange, resultsOfMany } from '#contract/orders/orders-admin-calls.ts';
import { blurredPicture } from '#contract/pins/blur.ts';
import { offeredId, orderedPinFields } from '#contract/pins/pins.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { MARKS, STAGES } from '#domain/orders/order-stage.ts';

const waitsFor = z.enum(keysOf(STAGES), { error: 'Los pedidos no esperan esto' });

const { product, finish } = orderedPinFields;
const neededPins = z.object({ quantity: z.number(), product, finish });
export type NeededPins = z.infer<typeof neededPins>;

const workshopOrder = z.object({
  id: z.string(),
  /** Increases with every change; send it back as `If-Match`. */
  version: z.number(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  waitsFor,
  /** The day on which it must leave, such as `2026-03-09`; null until it is paid. */
  dueOn: z.nullable(z.string()),
  /** The last day on which it can leave to be there by `deliveryData.neededBy`; else omitted. */
  leaveBy: z.optional(z.string()),
  /** State of its latest proof, and its time (ISO 8601 in UTC); null: it has none. */
  proof: z.nullable(z.object({ state: proofState, at: z.string() })),
  /** Of the reprint, if one is open. */
  pins: z.number(),
  pictures: z.number(),
  /** True: a free reprint of some of its pins, after it left; otherwise omitted. */
  reprint: z.optional(z.boolean()),
  /** The first pictures; `n` counts from 1. */
  items: z.array(z.object({ n: z.number(), thumbnailUrl: z.string(), ...orderedPinFields })),
  /** Its pins by product and finish; omitted for the only pin of a shop. */
  needs: z.optional(z.array(neededPins)),
  /** What its buyer noted on pictures, by their number from 1; omitted if there is nothing. */
  notes: z.optional(z.array(z.object({ n: z.number(), words: z.string() }))),
  fullName: z.string(),
  city: z.string(),
  /** Way of delivery, and the day it is needed by; omitted for the default way on any day. */
  deliveryData: z.optional(z.object(wayAnswer)),
  shipping,
  /** The buyer has no e-mail: the shop tells the news itself. */
  isUnreachable: z.optional(z.literal(true)),
  /** Pictures that print blurred, with phone and link to ask for better ones; omitted if none. */
  blurred: z.optional(
    z.object({ phone: z.string(), orderUrl: z.string(), pictures: z.array(blurredPicture) }),
  ),
});
export type WorkshopOrder = z.infer<typeof workshopOrder>;

const perStage = z.object(mapKeys(STAGES, () => z.number()));

export const readWorkshop = adminRoute('GET', '/admin/workshop', {
  summary: 'Orders to be made and sent, by due day',
  /** `product`: id of a product; only orders with pins of it. */
  query: z.object({
    waitsFor: z.optional(waitsFor),
    product: z.optional(offeredId),
    limit: limit(50),
    cursor,
  }),
  answer: success({
    orders: z.array(workshopOrder),
    nextCursor,
    /** Number of orders per stage, regardless of the stage in the query. */
    counts: perStage,
    /** Number of pins per stage; with a product in the query, only its pins. */
    pins: perStage,
    /** Products to filter by; omitted if the shop has one product. */
    products: z.optional(z.array(product)),
  }),
});

const parcel = {
  courier: optionalText(line(ADMIN_LIMITS.courier)),
  tracking: optionalText(line(ADMIN_LIMITS.trackingNumber)),
};

/**
 * `mark` is `printed`, `packed` or `dispatched`; another is 404. A mark that is already set changes
 * nothing and is a success. 409 `order_ended`: the order is completed or cancelled.
 */
export const setMark = orderChange('PUT', '/admin/orders/{id}/marks/{mark}', {
  summary: "Sets a production mark; 'dispatched' completes the order and mails the buyer",
  /** `courier` and `tracking` belong to `dispatched`; omitted, the recorded ones are kept. */
  body: jsonObject({ ...parcel, ...undoable }),
});
export type Parcel = Omit<z.infer<typeof setMark.body>, keyof typeof undoable>;

/** A mark that is not set changes nothing and is a success. */
export const removeMark = orderChange('DELETE', '/admin/orders/{id}/marks/{mark}', {
  summary: 'Removes a mark and undoes its change of status; mails nobody',
});

export const setMarks = adminRoute('POST', '/admin/orders/marks', {
  summary: 'Sets or removes a mark of several orders independently; returns the result of each',
  body: jsonObject({
    orders: orderVersions,
    mark: z.enum(keysOf(MARKS), { error: 'Esta marca no existe' }),
    /** False: removes the mark. */
    isSet: trueOrFalse(),
    ...parcel,
  }),
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});
