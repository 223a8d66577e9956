import type { OrderFilter } from '#contract/admin/orders.ts';
import { searchTerms } from '#domain/folding.ts';
import type { Database } from '../../../db/database.ts';
import { type OrderKey, selectOrders } from './select-orders.ts';

/** The trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3;
/** So many are read at once: SQLite answers nobody else meanwhile. */
const WINDOW = 1000;
/** What is too short for the index is looked for among so many windows of the newest orders. */
const SHORT_WINDOWS = 3;

type Found = OrderKey & { text: string };

/**
 * Finds orders by what was typed, newest first, in bounded steps: a rare term by the index; one
 * that a great many orders have, by reading on from the newest until the page is full.
 * @returns keys of at most `limit` orders; null when nothing was typed that could be looked for
 */
export async function searchOrders(
  db: Database,
  filter: OrderFilter,
  { limit, after }: { limit: number; after: OrderKey | null },
): Promise<OrderKey[] | null> {
  const terms = searchTerms(filter.q ?? '');
  if (terms.length === 0) return null;
  const plan = await planSearch(db, terms);
  const found: OrderKey[] = [];
  let last = after;
  for (let windows = 0; windows < plan.windows && found.length < limit; windows += 1) {
    const rows = await readWindow(db, { filter, after: last, among: plan.among });
    found.push(...rows.filter(({ text }) => terms.every((term) => text.includes(term))));
    last = rows.at(-1) ?? last;
    if (rows.length < WINDOW) break;
  }
  return found.slice(0, limit);
}

/** Where to look: among a few that the index names, or in windows from the newest. */
async function planSearch(
  db: Database,
  terms: readonly string[],
): Promise<{ among: string[] | null; windows: number }> {
  const indexed = terms.filter((term) => Array.from(term).length >= SHORTEST_INDEXED);
  if (indexed.length === 0) return { among: null, windows: SHORT_WINDOWS };
  const among = await db.findOrders(db.queries, indexed, WINDOW);
  return among.length < WINDOW
    ? { among, windows: 1 }
    : { among: null, windows: Number.POSITIVE_INFINITY };
}

async function readWindow(
  { queries }: Database,
  {
    filter,
    after,
    among,
  }: { filter: OrderFilter; after: OrderKey | null; among: readonly string[] | null },
): Promise<Found[]> {
  if (among?.length === 0) return [];
  return selectOrders(queries, filter, after)
    .innerJoin('order_search', 'order_search.order_id', 'orders.id')
    .$if(among !== null, (query) => query.where('orders.id', 'in', among ?? []))
    .select(['orders.created_at', 'orders.id', 'order_search.text'])
    .limit(WINDOW)
    .execute();
}
