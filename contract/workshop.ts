import * as z from 'zod/mini';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { MARKS, STAGES } from '#domain/order-stage.ts';
import { blurredPicture } from './blur.ts';
import { wayAnswer } from './delivery.ts';
import { line, mustBe, optionalText, success } from './fields.ts';
import {
  ADMIN_LIMITS,
  ORDERS_BODY_BYTES,
  orderVersions,
  proofState,
  shipping,
} from './orders-admin.ts';
import { changed, resultsOfMany } from './orders-admin-calls.ts';
import { cursor, limit, nextCursor } from './paging.ts';
import { offeredId, orderedPinFields } from './pins.ts';
import { defineRoute } from './route.ts';

const waitsFor = z.enum(keysOf(STAGES), { error: 'Los pedidos no esperan esto' });

const { product, finish } = orderedPinFields;
const neededPins = z.object({ quantity: z.number(), product, finish });
export type NeededPins = z.infer<typeof neededPins>;

const workshopOrder = z.object({
  id: z.string(),
  /** Goes up with every change; send it back as `If-Match`. */
  version: z.number(),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  waitsFor,
  /** The day on which it must leave, such as `2026-03-09`; null until it is paid. */
  dueOn: z.nullable(z.string()),
  /** Of its latest proof, and since when (ISO 8601 in UTC); null: it has none. */
  proof: z.nullable(z.object({ state: proofState, at: z.string() })),
  /** Those of the reprint, where there is one. */
  pins: z.number(),
  pictures: z.number(),
  /** True: it had left, and some of its pins are made once more at no price; else left out. */
  reprint: z.optional(z.boolean()),
  /** The first of them; `n` counts from 1. */
  items: z.array(z.object({ n: z.number(), thumbnailUrl: z.string(), ...orderedPinFields })),
  /** Its pins by product and finish; left out where they are the one pin of a shop with no other. */
  needs: z.optional(z.array(neededPins)),
  fullName: z.string(),
  city: z.string(),
  /** How it gets to its buyer; left out for the door, its shipping paid with it. */
  deliveryData: z.optional(z.object(wayAnswer)),
  shipping,
  /** Pictures that print blurred, and the number to ask for better ones; left out without any. */
  blurred: z.optional(z.object({ phone: z.string(), pictures: z.array(blurredPicture) })),
});
export type WorkshopOrder = z.infer<typeof workshopOrder>;

const perStage = z.object(mapKeys(STAGES, () => z.number()));

export const readWorkshop = defineRoute({
  method: 'GET',
  path: '/admin/workshop',
  auth: 'admin',
  summary: 'What is to be made and sent, what must leave first at the top',
  /** `product`: the id of one that an order has pins of. */
  query: z.object({
    waitsFor: z.optional(waitsFor),
    product: z.optional(offeredId),
    limit: limit(50),
    cursor,
  }),
  answer: success({
    orders: z.array(workshopOrder),
    nextCursor,
    /** Orders in all, whatever the stage that the query names. */
    counts: perStage,
    /** Pins in all, likewise: with a product, those of the product. */
    pins: perStage,
    /** What can be filtered by; left out where the shop has one product. */
    products: z.optional(z.array(product)),
  }),
});

const parcel = {
  courier: optionalText(line(ADMIN_LIMITS.courier)),
  tracking: optionalText(line(ADMIN_LIMITS.trackingNumber)),
};
const json = { error: mustBe('un objeto JSON') };

/** `courier` and `tracking` go with `dispatched`; left out, those noted before stay. */
const setMarkBody = z.object(parcel, json);
export type Parcel = z.infer<typeof setMarkBody>;

/**
 * `mark` is `printed`, `packed` or `dispatched`; another is 404. A mark that is there already
 * changes nothing and is a success. 409 `order_ended`: the order is completed or cancelled.
 */
export const setMark = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/marks/{mark}',
  auth: 'admin',
  summary: "Notes a step of the order's making; 'dispatched' completes it and mails the buyer",
  body: setMarkBody,
  answer: changed,
});

/** A mark that is not there changes nothing and is a success. */
export const removeMark = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/marks/{mark}',
  auth: 'admin',
  summary: 'Takes a mark back, and the status that it changed; mails nobody',
  answer: changed,
});

const setMarksBody = z.object(
  {
    orders: orderVersions,
    mark: z.enum(keysOf(MARKS), { error: 'Esta marca no existe' }),
    /** False: takes the mark back. */
    isSet: z.boolean({ error: mustBe('verdadero o falso') }),
    ...parcel,
  },
  json,
);

export const setMarks = defineRoute({
  method: 'POST',
  path: '/admin/orders/marks',
  auth: 'admin',
  summary:
    'Sets or takes back a mark of several orders, each by itself; answers the result of each',
  body: setMarksBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});
