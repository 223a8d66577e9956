import { ShopError } from '#domain/errors.ts';
import type { Queries } from '#server/db/types.ts';
import { findOrders, type StoredOrder } from '#server/features/orders/repo.ts';

/** Returns orders as asked for. @throws ShopError `not_found`, naming the first that is missing */
export async function findWanted(db: Queries, ids: readonly string[]): Promise<StoredOrder[]> {
  const found = await findOrders(db, ids);
  const orders = found.filter(({ order }) => order.deleted_at === null);
  const known = new Set(orders.map(({ order }) => order.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return orders;
  throw new ShopError('not_found', { message: `No hay un pedido ${unknown}` });
}
