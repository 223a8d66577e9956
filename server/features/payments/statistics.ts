import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { addDays, dayOf, HOUR_MS, startOfDay } from '#domain/base/dates.ts';
import type { Order } from '#domain/orders/order.ts';
import { isVoid, VOID_STATUSES } from '#domain/orders/status.ts';
import type { Context, OrderChanged } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { isNoQuote } from '#server/features/orders/order.ts';
import { NAME_COLUMNS } from '#server/features/uploads/pin-columns.ts';
import { inBatches } from '#server/lib/in-batches.ts';

/** Sums of a day's orders with one status, in one region or one city. */
export type Statistics = Selectable<Schema['order_statistics']>;
type Key = 'day' | 'region' | 'city' | 'status';
export type Sums = Omit<Statistics, Key>;

const SUMS = [
  'orders',
  'guest_orders',
  'returning_orders',
  'paid_orders',
  'pins',
  'revenue',
  'paid_revenue',
  'refunded',
] as const satisfies (keyof Sums)[];

/** Rows per statement. */
const BATCH = 1000;

type StatisticsQuery<By extends Key> = {
  by: readonly By[];
  /** Which rows to read: each order is counted in a row of its region and in one of its city. */
  of: 'regions' | 'cities';
  /** Days such as `2026-03-09`, both included. All days by default. */
  from?: string;
  to?: string;
  /** True: without cancelled orders. */
  isSold?: boolean;
};

/**
 * Reads sums of the orders outside the bin: the stored sums of past days, and for all other days
 * sums computed from the orders. It runs several queries: call it in a snapshot.
 * @returns sums of each group; a group may have several rows
 */
export async function readStatistics<By extends Key>(
  db: Queries,
  now: number,
  { by, of, from = '', to = '9999-12-31', isSold = false }: StatisticsQuery<By>,
): Promise<(Pick<Statistics, By> & Sums)[]> {
  const stored = await lastStoredDay(db, now);
  const { rows } = await sql<Pick<Statistics, By> & Sums>`
    select ${sql.join([
      ...by.map((column) => sql.ref(column)),
      ...SUMS.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`),
    ])}
    from order_statistics
    where day >= ${from} and day <= ${stored < to ? stored : to}
      and day not in (select day from stale_statistics)
      and ${of === 'regions' ? sql`city = ''` : sql`city > ''`}
      ${isSold ? sql`and status not in (${sql.join(VOID_STATUSES)})` : sql``}
    group by ${sql.join(by.map((column) => sql.ref(column)))}`.execute(db);
  const counted: Statistics[] = [];
  for (const day of await listUnstoredDays(db, stored, { from, to })) {
    const ofDay = await countDay(db, day);
    counted.push(
      ...ofDay
        .filter(({ city }) => (of === 'regions') === (city === ''))
        .filter(({ status }) => !(isSold && isVoid(status))),
    );
  }
  return [...rows, ...counted];
}

const overpaid = sql<number>`paid_amount - refunded_amount - total_amount`;

/**
 * Returns what came in beyond the totals of orders of a range of days, by day and region, without
 * cancelled orders and those in the bin. Such an order has an open refund, or no price yet.
 */
export async function readOverpaid(
  db: Queries,
  { from, to }: { from: string; to: string },
): Promise<(Pick<Statistics, 'day' | 'region'> & { overpaid: number })[]> {
  const owing = db
    .selectFrom('order_refunds')
    .select('order_id as id')
    .where('done_on', 'is', null);
  const unpriced = db
    .selectFrom('orders')
    .select('id')
    .where('pins', '=', 0)
    .where('waits_for', 'is not', null);
  const rows = await db
    .selectFrom('orders')
    .select(['created_at', 'region', 'city', 'way', overpaid.as('overpaid')])
    // Without their duplicates, SQLite would read both in order, and so all orders.
    .where('id', 'in', owing.unionAll(unpriced))
    .where(overpaid, '>', 0)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', VOID_STATUSES)
    .where('created_at', '>=', startOfDay(from))
    .where('created_at', '<', startOfDay(addDays(to, 1)))
    .execute();
  return rows.map(({ created_at, overpaid: amount, ...place }) => ({
    ...{ day: dayOf(created_at), region: countedPlace(place).region, overpaid: amount },
  }));
}

/** Sales of one product in one region on a day, without cancelled orders. */
export type PinStatistics = Selectable<Schema['pin_statistics']>;

/**
 * Reads the sales of each product in a range of days, like `readStatistics`.
 * @returns sums of each group; a group may have several rows
 */
export async function readPinStatistics<By extends 'day' | 'region'>(
  db: Queries,
  now: number,
  { by, from, to }: { by: readonly By[]; from: string; to: string },
): Promise<Pick<PinStatistics, By | (typeof NAME_COLUMNS)[number] | 'pins' | 'revenue'>[]> {
  const stored = await lastStoredDay(db, now);
  const groups = sql.join([...by, ...NAME_COLUMNS].map((column) => sql.ref(column)));
  const { rows } = await sql<PinStatistics>`
    select ${groups}, sum(pins) as pins, sum(revenue) as revenue from pin_statistics
    where day >= ${from} and day <= ${stored < to ? stored : to}
      and day not in (select day from stale_statistics)
    group by ${groups}`.execute(db);
  const counted: PinStatistics[] = [];
  for (const day of await listUnstoredDays(db, stored, { from, to })) {
    counted.push(...(await countPinsByProduct(db, day)));
  }
  return [...rows, ...counted];
}

/** Returns the last day that gets no more orders: no transaction lasts an hour. */
function lastClosedDay(now: number): string {
  return addDays(dayOf(now - HOUR_MS), -1);
}

/** Returns the last day with stored sums; a text before all days when there is none. */
async function lastStoredDay(db: Queries, now: number): Promise<string> {
  const last = await db
    .selectFrom('order_statistics')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return '';
  const closed = lastClosedDay(now);
  return last.day < closed ? last.day : closed;
}

/** Returns the days with orders whose sums are not stored, or stale. */
async function listUnstoredDays(
  db: Queries,
  stored: string,
  { from = '', to }: { from?: string; to: string },
): Promise<string[]> {
  const stale = await db
    .selectFrom('stale_statistics')
    .select('day')
    .where('day', '>=', from)
    .where('day', '<=', stored < to ? stored : to)
    .orderBy('day')
    .execute();
  const days = stale.map(({ day }) => day);
  const next = stored === '' ? '' : addDays(stored, 1);
  let day = await firstDayWithOrders(db, from > next ? from : next);
  while (day !== null && day <= to) {
    days.push(day);
    day = await firstDayWithOrders(db, addDays(day, 1));
  }
  return days;
}

async function firstDayWithOrders(db: Queries, from: string): Promise<string | null> {
  const order = await db
    .selectFrom('orders')
    .select('created_at')
    .where('deleted_at', 'is', null)
    .where(isNoQuote)
    .where('created_at', '>=', from === '' ? 0 : startOfDay(from))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return order ? dayOf(order.created_at) : null;
}

/**
 * Returns the region and city that an order is counted in; if it has none, a name for that case.
 */
export function countedPlace(order: { region: string; city: string; way: string }) {
  const otherwise = order.way === 'pickup' ? 'Retiro' : 'Por definir';
  return { region: order.region || otherwise, city: order.city || otherwise };
}

/** It was paid, and not all of it went back. */
const isPaid = sql`paid_on is not null
  and (refunded_amount = 0 or refunded_amount < paid_amount)`;

/** What was refunded of the order's total: less what was paid beyond it. */
const refundedRevenue = sql`case
  when paid_amount <= total_amount then refunded_amount
  when refunded_amount > paid_amount - total_amount
    then refunded_amount - (paid_amount - total_amount)
  else 0 end`;

/** Counts a day's orders outside the bin, once by region and once by city. */
async function countDay(db: Queries, day: string): Promise<Statistics[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['region', 'city', 'way', 'status'])
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.sum<number>(sql`is_guest`).as('guest_orders'),
      fn.sum<number>('is_returning').as('returning_orders'),
      fn.sum<number>(sql`case when ${isPaid} then 1 else 0 end`).as('paid_orders'),
      fn.sum<number>('orders.pins').as('pins'),
      fn.sum<number>('total_amount').as('revenue'),
      fn.sum<number>(sql`paid_amount - refunded_amount`).as('paid_revenue'),
      fn.sum<number>(refundedRevenue).as('refunded'),
    ])
    .where('deleted_at', 'is', null)
    .where(isNoQuote)
    .where('created_at', '>=', startOfDay(day))
    .where('created_at', '<', startOfDay(addDays(day, 1)))
    .groupBy(['region', 'city', 'way', 'status'])
    .execute();
  const placed = rows.map(({ way, ...row }) => ({ ...row, ...countedPlace({ ...row, way }) }));
  return [
    ...addUp(placed.map((row) => ({ ...row, day, city: '' }))),
    ...addUp(placed.map((row) => ({ ...row, day, region: '' }))),
  ];
}

/** Counts the pins of a day's orders, without cancelled ones and those in the bin. */
async function countPinsByProduct(db: Queries, day: string): Promise<PinStatistics[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items as item', 'item.order_id', 'orders.id')
    .select(['region', 'city', 'way', ...NAME_COLUMNS])
    .select(({ fn }) => [
      fn.sum<number>('item.quantity').as('pins'),
      fn.sum<number>(sql`item.quantity * item.unit_price`).as('revenue'),
    ])
    .where('deleted_at', 'is', null)
    .where('status', 'not in', VOID_STATUSES)
    .where('orders.created_at', '>=', startOfDay(day))
    .where('orders.created_at', '<', startOfDay(addDays(day, 1)))
    .groupBy(['region', 'city', 'way', ...NAME_COLUMNS])
    .execute();
  return rows.map(({ way, city, region, ...row }) => ({
    ...row,
    day,
    region: countedPlace({ region, city, way }).region,
  }));
}

function addUp(rows: readonly Statistics[]): Statistics[] {
  const groups = Map.groupBy(rows, ({ region, city, status }) => `${region} ${city} ${status}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const sum = { ...first };
    for (const other of others) for (const column of SUMS) sum[column] += other[column];
    return [sum];
  });
}

/** Returns what of an order its day's sums depend on. */
function countedOf({ items, status, delivery, cost, paidOn, paid, refunded, deletedAt }: Order) {
  const { region, city, way } = delivery;
  const { totalAmount, pins } = cost;
  const sold = items.map(({ quantity, unitPrice, product, finish }) => ({
    ...{ quantity, unitPrice, product, finish },
  }));
  return { status, region, city, way, totalAmount, pins, sold, paidOn, paid, refunded, deletedAt };
}

/**
 * Marks the stored sums of an order's day as stale, if the change affects them. It is the last
 * follower: it waits for other transactions that change orders of that day.
 */
export async function markStale(tx: Tx, { before, after, now }: OrderChanged): Promise<void> {
  const day = dayOf(after.createdAt);
  if (day >= dayOf(now) || isDeepStrictEqual(countedOf(before), countedOf(after))) return;
  await lockMark(tx, day);
}

/** Writes the day's row even if it exists: this locks it against a concurrent count or change. */
async function lockMark(tx: Tx, day: string): Promise<void> {
  await tx
    .insertInto('stale_statistics')
    .values({ day })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ day }))
    .execute();
}

/**
 * Stores the sums of past days that are not stored or stale.
 * @returns how many days were counted
 */
export async function updateStatistics({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  const to = lastClosedDay(now);
  // Sums that were stored while the clock was ahead.
  await db.queries.deleteFrom('order_statistics').where('day', '>', to).execute();
  await db.queries.deleteFrom('pin_statistics').where('day', '>', to).execute();
  const days = await listUnstoredDays(db.queries, await lastStoredDay(db.queries, now), { to });
  for (const day of days) await db.transaction((tx) => storeDay(tx, day));
  return days.length;
}

async function storeDay(tx: Tx, day: string): Promise<void> {
  await lockMark(tx, day);
  await tx.deleteFrom('order_statistics').where('day', '=', day).execute();
  for (const rows of inBatches(await countDay(tx, day), BATCH)) {
    await tx.insertInto('order_statistics').values(rows).execute();
  }
  await tx.deleteFrom('pin_statistics').where('day', '=', day).execute();
  for (const rows of inBatches(await countPinsByProduct(tx, day), BATCH)) {
    await tx.insertInto('pin_statistics').values(rows).execute();
  }
  await tx.deleteFrom('stale_statistics').where('day', '=', day).execute();
}
