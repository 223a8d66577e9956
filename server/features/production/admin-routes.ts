import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordShipping as recordShippingCall } from '#contract/orders/orders-admin-calls.ts';
import { recordParcels as recordParcelsCall } from '#contract/production/parcels.ts';
import type { NeededPins, WorkshopOrder } from '#contract/production/workshop.ts';
import * as calls from '#contract/production/workshop.ts';
import { ShopError } from '#domain/base/errors.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { factsOf } from '#domain/orders/derive.ts';
import { currentRound, type Order, pinOf } from '#domain/orders/order.ts';
import { isReprinting, MARKS, type Mark, STAGES, type Stage } from '#domain/orders/order-stage.ts';
import { countPins, pinName } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import {
  changed,
  changeEach,
  changeTarget,
  changeWith,
} from '#server/features/orders/change-call.ts';
import { withParts } from '#server/features/orders/order.ts';
import { linkedOf, orderUrl } from '#server/features/orders/order-link.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { cutPage, readCursor } from '#server/http/paging.ts';
import { type Call, serve, succeed } from '#server/http/route.ts';
import { recordParcels, removeMark, setMark } from './change-mark.ts';
import { dueKey } from './due-key.ts';
import { findBlurred } from './find-blurred.ts';
import { recordShipping } from './parcel.ts';
import { isBeingReprinted, pinsToMake, toBeMade } from './reprinted.ts';

export function workshopAdminRoutes(app: FastifyInstance, context: Context): void {
  const urlOf = (order: Order) => orderUrl(context, linkedOf(order));
  serve(app, calls.readWorkshop, async ({ query }) => {
    const { products } = (await context.settings.current()).settings.products;
    const named = products.map(({ id, name }) => ({ id, name }));
    return succeed({
      ...(await readWorkshop(context.db.queries, query, urlOf)),
      ...(named.length > 1 ? { products: named } : {}),
    });
  });
  serve(app, recordShippingCall, changeWith(context)('Envío guardado', recordShipping));
  serve(app, calls.setMark, async (call) => {
    const mark = readMark(call.params);
    const change = setMark(context, changeTarget(call), { mark, ...call.body });
    return changed(context, call, 'Marca guardada', change);
  });
  serve(app, calls.removeMark, async (call) => {
    const change = removeMark(context, changeTarget(call), readMark(call.params));
    return changed(context, call, 'Marca quitada', change);
  });
  serve(app, recordParcelsCall, async ({ body, buyer }) =>
    succeed(await recordParcels(context, buyer.uid, body)),
  );
  serve(app, calls.setMarks, async ({ body: { orders, isSet, ...mark }, buyer }) =>
    succeed(
      await changeEach(context, buyer.uid, orders, (target) =>
        isSet ? setMark(context, target, mark) : removeMark(context, target, mark.mark),
      ),
    ),
  );
}

/** @throws ShopError `not_found` for an unknown mark */
function readMark({ mark }: { mark: string }): Mark {
  const known = keysOf(MARKS).find((each) => each === mark);
  if (!known) throw new ShopError('not_found');
  return known;
}

const SHOWN_PICTURES = 5;

type Query = Call<typeof calls.readWorkshop>['query'];
type PerStage = Record<Stage, number>;
type Workshop = {
  orders: WorkshopOrder[];
  nextCursor: string | null;
  counts: PerStage;
  pins: PerStage;
};

/** Returns a page of the board, sorted by `dueKey` and then age, with sums of all pages. */
export async function readWorkshop(
  db: Queries,
  query: Query,
  urlOf: (order: Order) => string,
): Promise<Workshop> {
  const { page, nextCursor } = await readPage(db, query);
  const sums = await (query.product === undefined
    ? readSums(db)
    : readProductSums(db, query.product));
  const blurred = await findBlurred(
    db,
    page.map(({ id }) => id),
  );
  const orders = page.map((order): WorkshopOrder => {
    const pictures = blurred.get(order.id);
    const made = toBeMade(order);
    const needs = needsOf(made);
    // What the buyer noted on the pictures that are to be made.
    const notes = made.items.flatMap(({ position, notes: words }) =>
      words ? [{ n: position + 1, words }] : [],
    );
    return {
      ...present(made),
      ...(isReprinting(factsOf(order)) ? { reprint: true } : {}),
      ...(needs.some((pins) => pinName(pins) !== null) ? { needs } : {}),
      ...(notes.length > 0 ? { notes } : {}),
      ...((order.owner.email ?? order.delivery.email) ? {} : { isUnreachable: true }),
      ...(pictures && {
        blurred: { phone: order.delivery.phone, orderUrl: urlOf(order), pictures },
      }),
    };
  });
  return { orders, nextCursor, ...sums };
}

async function readPage(db: Queries, { waitsFor, product, limit, cursor }: Query) {
  const after = readCursor(cursor, ['string', 'number', 'string']);
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select(dueKey.as('due_key'))
    .where('waits_for', 'is not', null)
    .$if(waitsFor !== undefined, (orders) => orders.where('waits_for', '=', waitsFor ?? null))
    .$if(product !== undefined, (orders) =>
      orders.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('order_items')
            .select('position')
            .whereRef('order_id', '=', 'orders.id')
            .where('product_id', '=', product ?? ''),
        ),
      ),
    )
    .$if(after !== null, (orders) =>
      orders.where(sql<boolean>`(${dueKey}, created_at, id) > (${sql.join([...(after ?? [])])})`),
    )
    .orderBy(dueKey)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = cutPage(rows, limit, ({ due_key, created_at, id }) => [
    due_key,
    created_at,
    id,
  ]);
  return { page: await withParts(db, page), nextCursor };
}

/** Returns an order's pins by product and finish, in the sequence of the items. */
function needsOf({ items }: Order): NeededPins[] {
  const kinds = Map.groupBy(items, ({ product, finish }) =>
    JSON.stringify([product.id, product.name, finish?.id, finish?.name]),
  );
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { product, finish } = first;
    return { product, finish, quantity: countPins([first, ...others]) };
  });
}

/** @param order with the pins to make */
function present(order: Order): WorkshopOrder {
  const { proof, delivery, waitsFor } = order;
  if (waitsFor === null) throw new Error(`order ${order.id} is not in the workshop`);
  return {
    id: order.id,
    version: order.version,
    createdAt: new Date(order.createdAt).toISOString(),
    waitsFor,
    dueOn: order.dueOn,
    leaveBy: order.leaveBy ?? undefined,
    proof: proof && { state: proof.state, at: new Date(proof.at).toISOString() },
    pins: order.cost.pins,
    pictures: order.items.length,
    items: order.items
      .slice(0, SHOWN_PICTURES)
      .map((item) => ({
        n: item.position + 1,
        thumbnailUrl: pictureUrls(item.uploadId).thumbnailUrl,
        ...pinOf(item),
      })),
    fullName: delivery.fullName,
    city: delivery.city,
    ...presentWay(delivery),
    shipping: currentRound(order).parcel,
  };
}

async function readSums(db: Queries): Promise<{ counts: PerStage; pins: PerStage }> {
  const sums = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      'waits_for',
      fn.countAll<number>().as('orders'),
      fn.sum<number>('orders.pins').as('pins'),
    ])
    .where('waits_for', 'is not', null)
    .groupBy('waits_for')
    .execute();
  // The index has all pins of an order, so reprints are corrected by a separate query.
  const reprinted = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('waits_for')
    .select(sql<number>`sum(order_items.quantity - ${pinsToMake})`.as('pins'))
    .where('waits_for', 'is not', null)
    .where(isBeingReprinted)
    .groupBy('waits_for')
    .execute();
  return perStage(
    sums.map(({ pins, ...sum }) => {
      const other = reprinted.find(({ waits_for }) => waits_for === sum.waits_for)?.pins ?? 0;
      return { ...sum, pins: pins - Number(other) };
    }),
  );
}

/** The same sums for one product: orders with pins of it, and the number of these pins. */
async function readProductSums(db: Queries, product: string) {
  const sums = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ fn }) => [
      'waits_for',
      fn.count<number>('orders.id').distinct().as('orders'),
      fn.sum<number>(pinsToMake).as('pins'),
    ])
    .where('waits_for', 'is not', null)
    .where('order_items.product_id', '=', product)
    .where(pinsToMake, '>', 0)
    .groupBy('waits_for')
    .execute();
  return perStage(sums);
}

type StageSum = { waits_for: Stage | null; orders: number; pins: number };

function perStage(sums: readonly StageSum[]): { counts: PerStage; pins: PerStage } {
  const counts = mapKeys(STAGES, () => 0);
  const pins = mapKeys(STAGES, () => 0);
  for (const sum of sums) {
    if (sum.waits_for === null) continue;
    counts[sum.waits_for] = sum.orders;
    pins[sum.waits_for] = sum.pins;
  }
  return { counts, pins };
}
