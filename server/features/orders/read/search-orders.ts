import { sql } from 'kysely';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { addDays, startOfDay } from '#domain/dates.ts';
import { searchTerms } from '#domain/folding.ts';
import type { Database } from '../../../db/database.ts';
import type { Queries } from '../../../db/types.ts';
import { type OrderKey, selectOrders } from './select-orders.ts';

/** The trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3;
/** Orders that are looked through at once: SQLite answers nobody else meanwhile. */
const WINDOW = { least: 1000, most: 5000 };
/** How many of the newest orders are searched for terms too short for the index. */
const SHORT_REACH = 3000;
/** A term for whose page more orders would have to be looked through is looked up in the index. */
const RARE = 15_000;
/** Orders that are taken from the index: it knows them in no order, so that all have to be sorted. */
const FEW = 1000;

type Page = { limit: number; after: OrderKey | null };

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
  const indexed = terms.filter((term) => Array.from(term).length >= SHORTEST_INDEXED);
  const reach = indexed.length === 0 ? SHORT_REACH : Number.POSITIVE_INFINITY;
  const search = { filter, terms };
  const found: OrderKey[] = [];
  let mayAskIndex = indexed.length > 0;
  let next = after ?? newestOf(filter);
  let size = WINDOW.least;
  for (let read = 0; read < reach; ) {
    const end = await findEnd(db.queries, next, size);
    const left = limit - found.length;
    found.push(
      ...(await readMatches(db.queries, search, { from: next, end }).limit(left).execute()),
    );
    if (found.length >= limit || end === null || isBefore(end, filter)) return found;
    [read, next] = [read + size, end];
    const needed = ((limit - found.length) * read) / found.length;
    if (mayAskIndex && needed > RARE) {
      mayAskIndex = false;
      const among = await db.findOrders(db.queries, indexed, FEW);
      if (among.length < FEW)
        return [...found, ...(await readAmong(db.queries, search, next, among))].slice(0, limit);
    }
    const wanted = Math.max(WINDOW.least, Math.ceil(1.25 * needed));
    size = Math.min(WINDOW.most, wanted, reach - read);
  }
  return found;
}

type Search = { filter: OrderFilter; terms: readonly string[] };
/** Orders older than `from`, down to `end` itself; null: from the newest, to the oldest. */
type Window = { from: OrderKey | null; end: OrderKey | null };

/** Where a filter's days end. */
function newestOf({ to }: OrderFilter): OrderKey | null {
  return to === undefined ? null : { created_at: startOfDay(addDays(to, 1)), id: '' };
}

function isBefore({ created_at }: OrderKey, { from }: OrderFilter): boolean {
  return from !== undefined && created_at < startOfDay(from);
}

/** @returns the last of so many orders; null when there are not as many */
async function findEnd(db: Queries, from: OrderKey | null, size: number): Promise<OrderKey | null> {
  const last = await selectTexts(db, { from, end: null })
    .select(['found.created_at', 'found.order_id as id'])
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

function selectTexts(db: Queries, { from, end }: Window) {
  return db
    .selectFrom('order_search as found')
    .$if(from !== null, (query) => query.where(compare('<', from)))
    .$if(end !== null, (query) => query.where(compare('>=', end)))
    .orderBy('found.created_at', 'desc')
    .orderBy('found.order_id', 'desc');
}

function compare(operator: '<' | '>=', key: OrderKey | null) {
  return sql<boolean>`(found.created_at, found.order_id) ${sql.raw(operator)} (${key?.created_at}, ${key?.id})`;
}

/** Selects those of a window that have all terms and that the rest of the filter lets through. */
function readMatches(db: Queries, { filter, terms }: Search, window: Window) {
  const orders = selectOrders(db, filter, null).clearOrderBy().select(['id', 'created_at']);
  return selectTexts(db, window)
    .where(hasAll(terms))
    .innerJoin(orders.as('order'), 'order.id', 'found.order_id')
    .select(['order.created_at', 'order.id']);
}

/** The same of a few orders that the index has proposed, all that are older than `from`. */
async function readAmong(
  db: Queries,
  { filter, terms }: Search,
  from: OrderKey | null,
  ids: readonly string[],
): Promise<OrderKey[]> {
  if (ids.length === 0) return [];
  return selectOrders(db, filter, from)
    .where('orders.id', 'in', ids)
    .innerJoin('order_search as found', 'found.order_id', 'orders.id')
    .where(hasAll(terms))
    .select(['orders.created_at', 'orders.id'])
    .execute();
}

function hasAll(terms: readonly string[]) {
  const parts = terms.map((term) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql<boolean>`found.text like ${pattern} escape '\\'`;
  });
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
