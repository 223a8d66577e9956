import type { Compilable, InsertObject, Selectable } from 'kysely';
import { dayOf } from '#domain/dates.ts';
import { weekPartOf } from '#domain/periods.ts';
import type { Context } from '../../context.ts';
import { runAll } from '../../db/pipeline.ts';
import type { OrdersTable, Schema, Tx } from '../../db/types.ts';

type Counted = Pick<
  Selectable<OrdersTable>,
  | 'created_at'
  | 'status'
  | 'user_uid'
  | 'region'
  | 'city'
  | 'total_amount'
  | 'images_count'
  | 'paid_on'
  | 'is_returning'
  | 'deleted_at'
>;
/** An order that comes into the sums (1) or leaves them (-1). */
export type TallyChange = { order: Counted; by: 1 | -1 };

type Tally = Selectable<Schema['order_tallies']>;
/** Stands for a region in a day's sums over all of them. */
export const ALL_REGIONS = '*';
const KEY = ['city', 'period', 'region', 'status', 'is_guest'] as const;
const SUMS = [
  'orders',
  'revenue',
  'pins',
  'paid_orders',
  'paid_revenue',
  'returning_orders',
] as const;
export type TallySum = Pick<Tally, (typeof KEY)[number] | (typeof SUMS)[number]>;

/** Keeps the sums, as the last step of the transaction that changes orders: others wait for it. */
export async function tally(
  context: Pick<Context, 'db'>,
  tx: Tx,
  changes: readonly TallyChange[],
): Promise<void> {
  await runAll(tx, tallyWrites(context, tx, changes));
}

/** Returns what does so: one statement, or none when nothing changes. */
export function tallyWrites(
  { db: { slot } }: Pick<Context, 'db'>,
  tx: Tx,
  changes: readonly TallyChange[],
): Compilable<unknown>[] {
  const sums = addUp(changes);
  if (sums.length === 0) return [];
  return [
    addSums(
      tx,
      sums.map((sum) => ({ ...sum, slot })),
    ),
  ];
}

/** Returns what adds to sums, or begins them. */
export function addSums(tx: Tx, sums: InsertObject<Schema, 'order_tallies'>[]) {
  return tx
    .insertInto('order_tallies')
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns([...KEY, 'slot']).doUpdateSet(({ eb, ref }) => ({
        orders: eb(ref('order_tallies.orders'), '+', ref('excluded.orders')),
        revenue: eb(ref('order_tallies.revenue'), '+', ref('excluded.revenue')),
        pins: eb(ref('order_tallies.pins'), '+', ref('excluded.pins')),
        paid_orders: eb(ref('order_tallies.paid_orders'), '+', ref('excluded.paid_orders')),
        paid_revenue: eb(ref('order_tallies.paid_revenue'), '+', ref('excluded.paid_revenue')),
        returning_orders: eb(
          ref('order_tallies.returning_orders'),
          '+',
          ref('excluded.returning_orders'),
        ),
      })),
    );
}

/** @returns what changes, each sum once and all in one order, so that rivals never deadlock */
export function addUp(changes: readonly TallyChange[]): TallySum[] {
  const added: TallySum[] = [];
  for (const { order, by } of changes) {
    if (order.deleted_at !== null) continue;
    const amounts = amountsOf(order);
    const sum = { ...amounts };
    for (const column of SUMS) sum[column] = by * amounts[column];
    added.push(...placesOf(order).map((place) => ({ ...place, ...sum })));
  }
  return mergeSums(added);
}

/** @returns each sum once, none that is zero, in the order in which all are written */
export function mergeSums(parts: readonly TallySum[]): TallySum[] {
  const sums = new Map<string, TallySum>();
  for (const part of parts) {
    const { city, period, region, status, is_guest } = part;
    const key = JSON.stringify(KEY.map((column) => part[column]));
    const sum = sums.get(key) ?? { city, period, region, status, is_guest, ...NONE };
    for (const column of SUMS) sum[column] += part[column];
    sums.set(key, sum);
  }
  return [...sums.entries()]
    .filter(([, sum]) => SUMS.some((column) => sum[column] !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
}

type Place = Pick<TallySum, (typeof KEY)[number]>;
type Amounts = Pick<TallySum, (typeof SUMS)[number]>;

const NONE: Amounts = {
  orders: 0,
  revenue: 0,
  pins: 0,
  paid_orders: 0,
  paid_revenue: 0,
  returning_orders: 0,
};

/** The rows that an order counts in. */
function placesOf({ created_at, status, user_uid, region, city }: Counted): Place[] {
  const day = dayOf(created_at);
  const is_guest = user_uid === null ? 1 : 0;
  return [
    { city: '', period: '', region: '', status, is_guest },
    { city: '', period: day, region: ALL_REGIONS, status, is_guest },
    { city: '', period: weekPartOf(day), region, status, is_guest },
    { city, period: day.slice(0, 7), region: '', status, is_guest: 0 },
  ];
}

function amountsOf({ total_amount, images_count, paid_on, is_returning }: Counted): Amounts {
  const isPaid = paid_on !== null;
  return {
    orders: 1,
    revenue: total_amount,
    pins: images_count,
    paid_orders: isPaid ? 1 : 0,
    paid_revenue: isPaid ? total_amount : 0,
    returning_orders: is_returning,
  };
}
