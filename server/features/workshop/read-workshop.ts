import { type Selectable, sql } from 'kysely';
import type { WorkshopOrder } from '#contract/workshop.ts';
import { mapKeys } from '#domain/keys.ts';
import { STAGES, type Stage } from '#domain/order-stage.ts';
import type { OrderItemsTable, OrdersTable, Queries } from '../../db/types.ts';
import { cutPage, readCursor } from '../../paging.ts';
import { readPinColumns, readPressColumns } from '../orders/pin-columns.ts';
import { pictureUrls } from '../uploads/urls.ts';

const SHOWN_PICTURES = 5;
/** As the index `orders_in_workshop` has it: what has no day yet comes last. */
const dueKey = sql<string>`coalesce(due_on, '9999-12-31')`;

type Row = Selectable<OrdersTable> & { due_key: string };
type Query = { waitsFor?: Stage | undefined; limit: number; cursor?: string | undefined };
type PerStage = Record<Stage, number>;
type Workshop = {
  orders: WorkshopOrder[];
  nextCursor: string | null;
  counts: PerStage;
  pins: PerStage;
};

/** A page of the workshop, what must leave first at the top, then the oldest; sums of all pages. */
export async function readWorkshop(db: Queries, query: Query): Promise<Workshop> {
  const { page, nextCursor } = await readPage(db, query);
  const itemsOf = await readFirstItems(
    db,
    page.map(({ id }) => id),
  );
  const orders = page.map((row) => present(row, itemsOf.get(row.id) ?? []));
  return { orders, nextCursor, ...(await readSums(db)) };
}

async function readPage(db: Queries, { waitsFor, limit, cursor }: Query) {
  const after = readCursor(cursor, ['string', 'number', 'string']);
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select(dueKey.as('due_key'))
    .where('waits_for', 'is not', null)
    .$if(waitsFor !== undefined, (orders) => orders.where('waits_for', '=', waitsFor ?? null))
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

type Item = Selectable<OrderItemsTable>;

async function readFirstItems(db: Queries, ids: readonly string[]): Promise<Map<string, Item[]>> {
  if (ids.length === 0) return new Map();
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('position', '<', SHOWN_PICTURES)
    .orderBy('position')
    .execute();
  return Map.groupBy(items, ({ order_id }) => order_id);
}

function present(row: Row, items: readonly Item[]): WorkshopOrder {
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
      press: readPressColumns(item),
    })),
    fullName: row.full_name,
    city: row.city,
    shipping: { courier: row.courier, trackingNumber: row.tracking_number },
  };
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
  const counts = mapKeys(STAGES, () => 0);
  const pins = mapKeys(STAGES, () => 0);
  for (const sum of sums) {
    if (sum.waits_for === null) continue;
    counts[sum.waits_for] = sum.orders;
    pins[sum.waits_for] = sum.pins;
  }
  return { counts, pins };
}
