import type { OrderFilter } from '#contract/orders-admin.ts';
import type { Database } from '../../../db/database.ts';
import type { Queries } from '../../../db/types.ts';
import { hasAll, isOlder, type Page, selectItself } from './search-conditions.ts';
import type { OrderKey } from './select-orders.ts';

/** The trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3;
/** Orders that are taken from the index: it knows them in no order, so that all have to be sorted. */
const FEW = 2500;

/** Few orders, the newest first, and those of the search's terms that they may still lack. */
type Candidates = { keys: readonly OrderKey[]; unchecked: readonly string[] };

/** @returns null when the index does not tell few orders apart */
export async function askIndex(db: Database, terms: readonly string[]): Promise<Candidates | null> {
  const quick = await db.pickQuick(db.queries, terms.filter(isIndexed), FEW);
  if (quick.length === 0) return null;
  const keys = await db.findOrders(db.queries, quick, FEW);
  const unchecked = terms.filter((term) => !quick.includes(term));
  return keys.length < FEW ? { keys, unchecked } : null;
}

/** Reads those of the candidates that have all terms and that the rest of the filter lets through. */
export async function readAmong(
  db: Queries,
  filter: OrderFilter,
  { keys, unchecked }: Candidates,
  { after, limit }: Page,
): Promise<OrderKey[]> {
  let rest = keys.filter(({ created_at }) => !after || created_at <= after.created_at);
  const found: OrderKey[] = [];
  // Most often the newest are enough: the filter lets nearly all of them through.
  for (let size = limit + 1; rest.length > 0 && found.length < limit; size = FEW) {
    const ids = rest.slice(0, size).map(({ id }) => id);
    const matches = db
      .selectFrom(selectThose(db, ids).as('found'))
      .$if(after !== null, (query) => query.where(isOlder('found', after)))
      .$if(unchecked.length > 0, (query) => query.where(hasAll(unchecked)))
      .where(({ exists }) => exists(selectItself(db, filter)))
      .select(['found.created_at', 'found.order_id as id'])
      .orderBy('found.created_at', 'desc')
      .orderBy('found.order_id', 'desc')
      .limit(limit - found.length);
    found.push(...(await matches.execute()));
    rest = rest.slice(size);
  }
  return found;
}

/** The limit, which is theirs anyway, keeps SQLite from looking for them along time. */
function selectThose(db: Queries, ids: readonly string[]) {
  return db
    .selectFrom('order_search')
    .select(['created_at', 'order_id', 'text'])
    .where('order_id', 'in', ids)
    .limit(ids.length);
}

export function isIndexed(term: string): boolean {
  return Array.from(term).length >= SHORTEST_INDEXED;
}
