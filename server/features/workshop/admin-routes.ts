import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordParcels as recordParcelsCall } from '#contract/parcels.ts';
import type { NeededPins, WorkshopOrder } from '#contract/workshop.ts';
import * as calls from '#contract/workshop.ts';
import { ShopError } from '#domain/errors.ts';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { isReprinting, MARKS, type Mark, STAGES, type Stage } from '#domain/order-stage.ts';
import { pinName } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import { changed, changeEach, changeTarget } from '#server/features/orders/change-call.ts';
import { factsOf } from '#server/features/orders/order-facts.ts';
import { parcelOf } from '#server/features/orders/parcel.ts';
import { NAME_COLUMNS, readPinColumns, readPinName } from '#server/features/orders/pin-columns.ts';
import type { ItemRow, OrderRow } from '#server/features/orders/repo.ts';
import { isBeingReprinted, pinsToMake, readReprints } from '#server/features/orders/reprinted.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { cutPage, readCursor } from '#server/http/paging.ts';
import { type Call, serve, succeed } from '#server/http/route.ts';
import { recordParcels, removeMark, setMark } from './change-mark.ts';
import { findBlurred } from './find-blurred.ts';

export function workshopAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readWorkshop, async ({ query }) => {
    const { products } = (await context.settings.current()).settings.products;
    const named = products.map(({ id, name }) => ({ id, name }));
    return succeed({
      ...(await readWorkshop(context.db.queries, query)),
      ...(named.length > 1 ? { products: named } : {}),
    });
  });
  serve(app, calls.setMark, async (call) => {
    const mark = readMark(call.params);
    const order = await setMark(context, changeTarget(call), { mark, ...call.body });
    return changed(call, 'Marca guardada', order);
  });
  serve(app, calls.removeMark, async (call) => {
    const order = await removeMark(context, changeTarget(call), readMark(call.params));
    return changed(call, 'Marca quitada', order);
  });
  serve(app, recordParcelsCall, async ({ body, buyer }) =>
    succeed(await recordParcels(context, buyer.uid, body)),
  );
  serve(app, calls.setMarks, async ({ body: { orders, isSet, ...mark }, buyer }) =>
    succeed(
      await changeEach(buyer.uid, orders, (target) =>
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
/** Same expression as in the index `orders_in_workshop`: orders without a due day come last. */
const dueKey = sql<string>`coalesce(due_on, '9999-12-31')`;

type Row = OrderRow & { due_key: string };
type Query = Call<typeof calls.readWorkshop>['query'];
type PerStage = Record<Stage, number>;
type Workshop = {
  orders: WorkshopOrder[];
  nextCursor: string | null;
  counts: PerStage;
  pins: PerStage;
};

/** Returns a page of the board, sorted by due day and then age, with sums of all pages. */
export async function readWorkshop(db: Queries, query: Query): Promise<Workshop> {
  const { page, nextCursor } = await readPage(db, query);
  const ids = page.map(({ id }) => id);
  const itemsOf = await readFirstItems(db, ids);
  const sums = await (query.product === undefined
    ? readSums(db)
    : readProductSums(db, query.product));
  const blurred = await findBlurred(db, ids);
  const needsOf = await readNeeds(db, ids);
  const notesOf = await readNotes(db, ids);
  const reprints = await readReprints(db, page);
  const orders = page.map((row): WorkshopOrder => {
    const pictures = blurred.get(row.id);
    const needs = needsOf.get(row.id) ?? [];
    const notes = notesOf.get(row.id);
    return {
      ...present(row, itemsOf.get(row.id) ?? []),
      ...describeReprint(row, reprints.get(row.id) ?? []),
      ...(needs.some((pins) => pinName(pins) !== null) ? { needs } : {}),
      ...(notes ? { notes: notes.map(({ n, words }) => ({ n, words })) } : {}),
      ...(pictures ? { blurred: { phone: row.phone, pictures } } : {}),
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
  return cutPage(rows, limit, ({ due_key, created_at, id }) => [due_key, created_at, id]);
}

async function readFirstItems(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, ItemRow[]>> {
  if (ids.length === 0) return new Map();
  const items = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .selectAll('order_items')
    .select(pinsToMake.as('made'))
    .where('order_id', 'in', ids)
    .where((eb) => eb.or([eb('position', '<', SHOWN_PICTURES), isBeingReprinted]))
    .where(pinsToMake, '>', 0)
    .orderBy('position')
    .execute();
  const made = items.map((item) => ({ ...item, quantity: item.made }));
  const byOrder = Map.groupBy(made, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, all]) => [id, all.slice(0, SHOWN_PICTURES)]));
}

/** Returns the pins of orders by product and finish, in the sequence of the items. */
async function readNeeds(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, (NeededPins & { orderId: string })[]>> {
  if (ids.length === 0) return new Map();
  const pins = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_id', ...NAME_COLUMNS])
    .select(({ fn }) => [
      fn.sum<number>(pinsToMake).as('quantity'),
      fn.min('position').as('position'),
    ])
    .where('order_id', 'in', ids)
    .where(pinsToMake, '>', 0)
    .groupBy(['order_id', ...NAME_COLUMNS])
    .orderBy('position')
    .execute();
  const needs = pins.map((row) => ({
    orderId: row.order_id,
    quantity: row.quantity,
    ...readPinName(row),
  }));
  return Map.groupBy(needs, ({ orderId }) => orderId);
}

/** Returns what buyers noted on the pictures that are to be made, by order. */
async function readNotes(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, { n: number; words: string }[]>> {
  if (ids.length === 0) return new Map();
  const items = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_id', 'position', 'order_items.notes'])
    .where('order_id', 'in', ids)
    .where('order_items.notes', 'is not', null)
    .where(pinsToMake, '>', 0)
    .orderBy('position')
    .execute();
  const notes = items.flatMap(({ order_id: orderId, position, notes: words }) =>
    words ? [{ orderId, n: position + 1, words }] : [],
  );
  return Map.groupBy(notes, ({ orderId }) => orderId);
}

function present(row: Row, items: readonly ItemRow[]): WorkshopOrder {
  if (row.waits_for === null) throw new Error(`order ${row.id} is not in the workshop`);
  return {
    id: row.id,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    waitsFor: row.waits_for,
    dueOn: row.due_on,
    proof: presentProof(row),
    pins: row.images_count,
    pictures: row.unique_images,
    items: items.map((item) => ({
      n: item.position + 1,
      thumbnailUrl: pictureUrls(item.upload_id).thumbnailUrl,
      ...readPinColumns(item),
    })),
    fullName: row.full_name,
    city: row.city,
    ...presentWay(row),
    shipping: parcelOf(row, { ofReprint: row.reprint_at !== null }),
  };
}

function describeReprint(
  row: Row,
  made: readonly { quantity: number }[],
): Partial<Pick<WorkshopOrder, 'reprint' | 'pins' | 'pictures'>> {
  if (!isReprinting(factsOf(row))) return {};
  const pins = made.reduce((sum, { quantity }) => sum + quantity, 0);
  return { reprint: true, pins, pictures: made.length };
}

function presentProof({ proof_state, proof_at }: Row): WorkshopOrder['proof'] {
  if (proof_state === null || proof_at === null) return null;
  return { state: proof_state, at: new Date(proof_at).toISOString() };
}

async function readSums(db: Queries): Promise<{ counts: PerStage; pins: PerStage }> {
  const sums = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      'waits_for',
      fn.countAll<number>().as('orders'),
      fn.sum<number>('images_count').as('pins'),
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
    .where('reprint_at', 'is not', null)
    .where('reprint_dispatched_at', 'is', null)
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
