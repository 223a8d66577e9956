import { sql } from 'kysely';
import type { OrderFilter } from '#contract/orders-admin.ts';
import type { Queries } from '../../../db/types.ts';
import { type OrderKey, selectOrders } from './select-orders.ts';

/** At most so many orders, those older than one. */
export type Page = { limit: number; after: OrderKey | null };

export function isOlder(table: 'order_search' | 'found', key: OrderKey | null) {
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.order_id`)];
  return sql<boolean>`(${createdAt}, ${id}) < (${key?.created_at}, ${key?.id})`;
}

/** Selects the found order; by its time, too, for the indexes of the lists hold all that is asked. */
export function selectItself(db: Queries, filter: OrderFilter) {
  return selectOrders(db, filter, null)
    .clearOrderBy()
    .select('orders.id')
    .where(sql<boolean>`(orders.id = found.order_id and orders.created_at = found.created_at)`);
}

export function hasAll(terms: readonly string[]) {
  const parts = terms.map((term) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql<boolean>`found.text like ${pattern} escape '\\'`;
  });
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
