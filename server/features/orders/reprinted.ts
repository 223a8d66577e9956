import { sql } from 'kysely';
import { isReprinting } from '#domain/order-stage.ts';
import type { Queries } from '#server/db/types.ts';
import { factsOf } from './order-facts.ts';
import type { OrderRow, StoredOrder } from './repo.ts';

type Reprinted = { position: number; quantity: number };

/** Returns the pins of the latest reprint of each order that ever had one, by order. */
export async function readReprints(
  db: Queries,
  orders: readonly Pick<OrderRow, 'id' | 'reprint_at'>[],
): Promise<Map<string, Reprinted[]>> {
  const ids = orders.flatMap(({ id, reprint_at }) => (reprint_at === null ? [] : id));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_reprints as reprint')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', 'reprint.order_id')
        .onRef('orders.reprint_at', '=', 'reprint.created_at'),
    )
    .select(['reprint.order_id', 'reprint.position', 'reprint.quantity'])
    .where('reprint.order_id', 'in', ids)
    .orderBy('reprint.position')
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

/** Matches orders with a reprint in progress. */
export const isBeingReprinted = sql<boolean>`(orders.reprint_at is not null
  and orders.reprint_dispatched_at is null)`;

/** Number of an item's pins to make: those of the reprint in progress, or else all. */
export const pinsToMake = sql<number>`case when ${isBeingReprinted} then coalesce((
    select reprint.quantity from order_reprints as reprint
    where reprint.order_id = orders.id and reprint.created_at = orders.reprint_at
      and reprint.position = order_items.position), 0)
  else order_items.quantity end`;

/** Returns orders with the pins to make: only the reprinted ones during a reprint. */
export async function toBeMade(
  db: Queries,
  orders: readonly StoredOrder[],
): Promise<StoredOrder[]> {
  const under = orders.filter(({ order }) => isReprinting(factsOf(order)));
  if (under.length === 0) return [...orders];
  const reprints = await readReprints(
    db,
    under.map(({ order }) => order),
  );
  return orders.map((stored) => {
    if (!under.includes(stored)) return stored;
    const made = reprints.get(stored.order.id) ?? [];
    const items = stored.items.flatMap((item) => {
      const again = made.find(({ position }) => position === item.position);
      return again ? [{ ...item, quantity: again.quantity }] : [];
    });
    const images_count = made.reduce((sum, { quantity }) => sum + quantity, 0);
    const order = { ...stored.order, images_count, unique_images: items.length };
    return { ...stored, order, items };
  });
}

type ToMake = { orderId: string; cutMm: number; pictures: number; pins: number };

/**
 * Counts what orders have to be made, by order and cut, in the sequence of `ids`; without reading
 * their items, which may be ten thousands.
 * @param product id of the only product to count; null: all
 */
export async function countToMake(
  db: Queries,
  ids: readonly string[],
  product: string | null = null,
): Promise<ToMake[]> {
  if (ids.length === 0) return [];
  const counts = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.id as orderId', 'order_items.cut_mm as cutMm'])
    .select(({ fn }) => [
      fn.countAll<number>().as('pictures'),
      fn.sum<number>(pinsToMake).as('pins'),
    ])
    .where('orders.id', 'in', ids)
    .where(pinsToMake, '>', 0)
    .$if(product !== null, (query) => query.where('order_items.product_id', '=', product ?? ''))
    .groupBy(['orders.id', 'order_items.cut_mm'])
    .execute();
  const byOrder = Map.groupBy(counts, ({ orderId }) => orderId);
  return ids.flatMap((id) => byOrder.get(id) ?? []);
}
