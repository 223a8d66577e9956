import { sql } from 'kysely';
import { MAX_PAPER_PICTURES } from '#contract/production/parcels.ts';
import { factsOf } from '#domain/orders/derive.ts';
import { latestReprint, type Order } from '#domain/orders/order.ts';
import { isReprinting } from '#domain/orders/order-stage.ts';
import { countPins } from '#domain/pins/choice.ts';
import type { Queries } from '#server/db/types.ts';
import { findOrders, refuseUnknown } from '#server/features/orders/order.ts';
import { validationError } from '#server/http/errors.ts';

/** Selects the round of a reprint in progress; used in queries of `orders`. */
const openRound = sql`select round.n from production_rounds as round
  where round.order_id = orders.id and round.n > 0 and round.dispatched_at is null`;

/** Matches orders with a reprint in progress. */
export const isBeingReprinted = sql<boolean>`exists (${openRound})`;

/** Number of an item's pins to make: those of the reprint in progress, or else all. */
export const pinsToMake = sql<number>`case when ${isBeingReprinted} then coalesce((
    select item.quantity from production_round_items as item
    where item.order_id = orders.id and item.n = (${openRound})
      and item.position = order_items.position), 0)
  else order_items.quantity end`;

/** Returns an order with the pins to make: only the reprinted ones during a reprint. */
export function toBeMade(order: Order): Order {
  const reprint = latestReprint(order);
  if (!reprint || !isReprinting(factsOf(order))) return order;
  const items = order.items.flatMap((item) => {
    const again = reprint.items.find(({ position }) => position === item.position);
    return again ? [{ ...item, quantity: again.quantity }] : [];
  });
  return { ...order, items, cost: { ...order.cost, pins: countPins(items) } };
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

/**
 * Returns orders for their slips or labels.
 * @throws ShopError `not_found`, `validation_failed` with how many of them may be printed together
 */
export async function findOrdersToPack(db: Queries, ids: readonly string[]): Promise<Order[]> {
  await refuseUnknown(db, ids);
  const counts = await countToMake(db, ids);
  const total = counts.reduce((sum, { pictures }) => sum + pictures, 0);
  if (total <= MAX_PAPER_PICTURES) return findOrders(db, ids);
  const fitting = new Set<string>();
  let pictures = 0;
  for (const count of counts) {
    pictures += count.pictures;
    if (pictures > MAX_PAPER_PICTURES) {
      fitting.delete(count.orderId);
      break;
    }
    fitting.add(count.orderId);
  }
  const limit = `Tienen ${total.toLocaleString('es-CL')} imágenes y se imprimen hasta ${MAX_PAPER_PICTURES} a la vez`;
  const first = fitting.size === 1 ? 'el primer pedido' : `los primeros ${fitting.size} pedidos`;
  throw validationError({ ids: `${limit}: imprime antes ${first}` });
}
