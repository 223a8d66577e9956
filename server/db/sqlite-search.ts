import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FoundOrder } from './engine.ts';
import type { Queries, Tx } from './types.ts';

/** Of orders that have a term: the index takes 10 to 20 milliseconds to read as many. */
const MOST_READ = 100_000;

/** By the trigram index: each term as a phrase of trigrams. */
export async function findOrders(
  db: Queries | Tx,
  terms: readonly string[],
  limit: number,
): Promise<FoundOrder[]> {
  const phrases = terms.map(phraseOf).join(' AND ');
  const { rows } = await sql<FoundOrder>`select found.order_id as id, found.created_at
    from (select rowid as key from order_search_index
      where order_search_index match ${phrases} limit ${limit}) as few
    join order_search as found on found.key = few.key
    order by found.created_at desc, found.order_id desc`.execute(db);
  return rows;
}

/**
 * The index reads all orders that have one of several terms, until enough have them all: for as
 * long nobody else is answered. A single term's reading ends at the limit.
 */
export async function pickQuick(
  db: Queries | Tx,
  terms: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  if (terms.length === 1) return terms;
  // One that few have is enough by itself.
  const rare = await pickRarer(db, terms, limit);
  return rare.length > 0 ? rare : pickRarer(db, terms, MOST_READ);
}

/** @returns those of the terms that fewer than so many orders have */
async function pickRarer(
  db: Queries | Tx,
  terms: readonly string[],
  orders: number,
): Promise<readonly string[]> {
  const rarer: string[] = [];
  for (const term of terms) {
    const { rows } = await sql`select 1 from order_search_index
      where order_search_index match ${phraseOf(term)} limit 1 offset ${orders - 1}`.execute(db);
    if (rows.length === 0) rarer.push(term);
    await nextTurn();
  }
  return rarer;
}

function phraseOf(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
