import type { OrderFilter } from '#contract/orders-admin.ts';
import { searchTerms } from '#domain/folding.ts';
import type { Database } from '../../../db/database.ts';
import { type OrderKey, selectOrders } from './select-orders.ts';

/** The trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3;
/** Orders read at once: SQLite answers nobody else meanwhile. */
const WINDOW = 1000;
/** How many windows of the newest orders are searched for a term too short for the index. */
const SHORT_WINDOWS = 3;

type Page = { limit: number; after: OrderKey | null };

/**
 * Finds orders by what was typed, newest first, in bounded steps: a rare term by the index; one
 * that a great many orders have, by reading on from the newest until the page is full.
 * @returns keys of at most `limit` orders; null when nothing was typed that could be looked for
 */
export async function searchOrders(
  db: Database,
  filter: OrderFilter,
  page: Page,
): Promise<OrderKey[] | null> {
  const terms = searchTerms(filter.q ?? '');
  if (terms.length === 0) return null;
  const indexed = terms.filter((term) => Array.from(term).length >= SHORTEST_INDEXED);
  if (indexed.length === 0) return readOn(db, { filter, terms, page, windows: SHORT_WINDOWS });

  const among = await db.findOrders(db.queries, indexed, WINDOW);
  if (among.length === WINDOW) {
    return readOn(db, { filter, terms, page, windows: Number.POSITIVE_INFINITY });
  }
  const found = await readAmong(db, { filter, among, after: page.after, terms });
  return found.slice(0, page.limit);
}

type Reading = { filter: OrderFilter; terms: readonly string[] };

/** Those of a few orders that the rest of the filter lets through, and the terms without index. */
async function readAmong(
  { queries }: Database,
  { filter, terms, among, after }: Reading & { among: readonly string[]; after: OrderKey | null },
): Promise<OrderKey[]> {
  if (among.length === 0) return [];
  const few = selectOrders(queries, filter, after).where('orders.id', 'in', among);
  const isSure = terms.every((term) => Array.from(term).length >= SHORTEST_INDEXED);
  if (isSure) return few.select(['orders.created_at', 'orders.id']).execute();
  return keepMatches(await withTexts(few).execute(), terms);
}

/** Goes through the orders from the newest, so many windows at most, until the page is full. */
async function readOn(
  { queries }: Database,
  { filter, terms, page, windows }: Reading & { page: Page; windows: number },
): Promise<OrderKey[]> {
  const found: OrderKey[] = [];
  let { after } = page;
  for (let read = 0; read < windows && found.length < page.limit; read += 1) {
    const rows = await withTexts(selectOrders(queries, filter, after))
      .limit(WINDOW)
      .execute();
    found.push(...keepMatches(rows, terms));
    after = rows.at(-1) ?? after;
    if (rows.length < WINDOW) break;
  }
  return found.slice(0, page.limit);
}

function withTexts(orders: ReturnType<typeof selectOrders>) {
  return orders
    .innerJoin('order_search', 'order_search.order_id', 'orders.id')
    .select(['orders.created_at', 'orders.id', 'order_search.text']);
}

function keepMatches(
  rows: readonly (OrderKey & { text: string })[],
  terms: readonly string[],
): OrderKey[] {
  return rows.filter(({ text }) => terms.every((term) => text.includes(term)));
}
