import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { addDays, startOfDay } from '#domain/dates.ts';
import { searchTerms } from '#domain/folding.ts';
import type { Database } from '../../../db/database.ts';
import type { Queries } from '../../../db/types.ts';
import { hasAll, isOlder, type Page, selectItself } from './search-conditions.ts';
import { askIndex, isIndexed, readAmong } from './search-index.ts';
import type { OrderKey } from './select-orders.ts';

/** Orders that are looked through at once: SQLite answers nobody else meanwhile. */
const WINDOW = { least: 1000, most: 8000 };
/** How many of the newest orders are searched for terms too short for the index. */
const SHORT_REACH = 3000;
/** A term for whose page more orders would have to be looked through is looked up in the index. */
const RARE = 20_000;

/**
 * Finds orders by what was typed, newest first, in bounded steps: the newest are looked through,
 * and on until the page is full; what is rare among them is looked up in the index.
 * @returns keys of at most `limit` orders; null when nothing was typed that could be looked for
 */
export async function searchOrders(
  db: Database,
  filter: OrderFilter,
  { limit, after }: Page,
): Promise<OrderKey[] | null> {
  const terms = searchTerms(filter.q ?? '');
  if (terms.length === 0) return null;
  const indexed = terms.filter(isIndexed);
  const reach = indexed.length === 0 ? SHORT_REACH : Number.POSITIVE_INFINITY;
  const search = { filter, terms };
  const found: OrderKey[] = [];
  let mayAskIndex = indexed.length > 0;
  let next = after ?? newestOf(filter);
  let size = Math.min(WINDOW.least, reach);
  for (let read = 0; read < reach; ) {
    const left = limit - found.length;
    found.push(...(await readMatches(db.queries, search, { after: next, size, limit: left })));
    if (found.length >= limit) return found;
    const end = await findEnd(db.queries, next, size);
    if (end === null || isBefore(end, filter)) return found;
    [read, next] = [read + size, end];
    const needed = ((limit - found.length) * read) / found.length;
    if (mayAskIndex && needed > RARE) {
      mayAskIndex = false;
      const among = await askIndex(db, terms);
      const rest = { after: next, limit: limit - found.length };
      if (among) return [...found, ...(await readAmong(db.queries, filter, among, rest))];
    }
    const wanted = Math.max(WINDOW.least, Math.ceil(1.25 * needed));
    size = Math.min(WINDOW.most, wanted, reach - read);
    // On SQLite nobody else's call would be taken up before the search is over.
    await nextTurn();
  }
  return found;
}

type Search = { filter: OrderFilter; terms: readonly string[] };

/** Where a filter's days end. */
function newestOf({ to }: OrderFilter): OrderKey | null {
  return to === undefined ? null : { created_at: startOfDay(addDays(to, 1)), id: '' };
}

function isBefore({ created_at }: OrderKey, { from }: OrderFilter): boolean {
  return from !== undefined && created_at < startOfDay(from);
}

/** @returns the last of so many orders; null when there are not as many */
async function findEnd(
  db: Queries,
  after: OrderKey | null,
  size: number,
): Promise<OrderKey | null> {
  const last = await selectNewest(db, after)
    .select(['created_at', 'order_id as id'])
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

function selectNewest(db: Queries, after: OrderKey | null) {
  return db
    .selectFrom('order_search')
    .$if(after !== null, (query) => query.where(isOlder('order_search', after)))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc');
}

/**
 * Reads those of the next `size` orders that have all terms and that the rest of the filter lets
 * through. The limit keeps PostgreSQL from the trigram index, which knows no window.
 */
function readMatches(
  db: Queries,
  { filter, terms }: Search,
  { after, size, limit }: Page & { size: number },
): Promise<OrderKey[]> {
  const newest = selectNewest(db, after).select(['created_at', 'order_id', 'text']).limit(size);
  return db
    .selectFrom(newest.as('found'))
    .where(hasAll(terms))
    .where(({ exists }) => exists(selectItself(db, filter)))
    .select(['found.created_at', 'found.order_id as id'])
    .orderBy('found.created_at', 'desc')
    .orderBy('found.order_id', 'desc')
    .limit(limit)
    .execute();
}
