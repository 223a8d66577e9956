import { sql } from 'kysely';
import type { OrderStats } from '#contract/orders-admin.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { isNew, NEW_STATUS, type OrderStatus, VOID_STATUSES } from '#domain/orders.ts';
import type { Queries } from '../../db/types.ts';
import { ALL_REGIONS } from './tallies.ts';

/** Orders and pesos of one status and one kind of buyer; see `OrderTalliesTable`. */
export type Tally = {
  period: string;
  status: OrderStatus;
  is_guest: 0 | 1;
  orders: number;
  revenue: number;
};

/** The sums of all time. */
export function totals(db: Queries): Promise<Tally[]> {
  return tallies(db).where('period', '=', '').execute();
}

/** The sums per day, from one day to another; both count. */
export function dayTallies(db: Queries, from: string, to: string): Promise<Tally[]> {
  // Written out, for the index of these alone.
  const isOfAll = sql<boolean>`region = ${sql.lit(ALL_REGIONS)}`;
  return tallies(db).where(isOfAll).where('period', '>=', from).where('period', '<=', to).execute();
}

function tallies(db: Queries) {
  return db
    .selectFrom('order_tallies')
    .select(({ fn }) => [
      'period',
      'status',
      'is_guest',
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('revenue').as('revenue'),
    ])
    .where('city', '=', '')
    .groupBy(['period', 'status', 'is_guest']);
}

/** Adds up the tallies that `holds` picks. */
export function sumOf(
  all: readonly Tally[],
  holds: (tally: Tally) => boolean,
): { orders: number; revenue: number } {
  const picked = all.filter(holds);
  return {
    orders: picked.reduce((sum, { orders }) => sum + orders, 0),
    revenue: picked.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

export async function readOrderStats(db: Queries): Promise<OrderStats> {
  return toStats(await totals(db));
}

export function toStats(all: readonly Tally[]): OrderStats {
  return {
    totalOrders: sumOf(all, () => true).orders,
    registeredUserOrders: sumOf(all, ({ is_guest }) => is_guest === 0).orders,
    guestOrders: sumOf(all, ({ is_guest }) => is_guest === 1).orders,
    pendingOrders: sumOf(all, ({ status }) => isNew(status)).orders,
  };
}

/** @returns the ten cities with most orders in the months from `month` on, cancelled left out */
export function topCities(
  db: Queries,
  month: string,
): Promise<{ city: string; orders: number; revenue: number }[]> {
  return db
    .selectFrom('order_tallies')
    .select(({ fn }) => [
      'city',
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('revenue').as('revenue'),
    ])
    .where('city', '>', '')
    .where('period', '>=', month)
    .where('status', 'not in', VOID_STATUSES)
    .groupBy('city')
    .having(({ fn }) => fn.sum('orders'), '>', 0)
    .orderBy('orders', 'desc')
    .orderBy('city')
    .limit(10)
    .execute();
}

/** @returns when the pending order arrived that waits longest; null when none waits */
export async function oldestPending(db: Queries): Promise<number | null> {
  const order = await db
    .selectFrom('orders')
    .select('created_at')
    .where('status', '=', NEW_STATUS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return order?.created_at ?? null;
}

/** @returns the day so many days before today */
export function daysAgo(now: number, days: number): string {
  return addDays(dayOf(now), -days);
}
