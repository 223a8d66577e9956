import type { Selectable } from 'kysely';
import { dayOf } from '#domain/dates.ts';
import type { Context } from '../../context.ts';
import type { Write } from '../../db/engine.ts';
import type { OrdersTable, Tx } from '../../db/types.ts';

type Counted = Pick<
  Selectable<OrdersTable>,
  'created_at' | 'status' | 'user_uid' | 'city' | 'total_amount' | 'deleted_at'
>;
/** An order that comes into the sums (1) or leaves them (-1). */
export type TallyChange = { order: Counted; by: 1 | -1 };

type Sum = {
  city: string;
  period: string;
  status: Counted['status'];
  is_guest: 0 | 1;
  orders: number;
  revenue: number;
};

/**
 * Keeps the sums over orders up, in the transaction that changes the orders and as its last step:
 * others wait for these rows.
 */
export async function tally(
  context: Pick<Context, 'db'>,
  tx: Tx,
  changes: readonly TallyChange[],
): Promise<void> {
  for (const write of tallyWrites(context, tx, changes)) await write.execute();
}

/** Returns what does so: one statement, or none when nothing changes. */
export function tallyWrites(
  { db: { slot } }: Pick<Context, 'db'>,
  tx: Tx,
  changes: readonly TallyChange[],
): Write[] {
  const sums = addUp(changes);
  if (sums.length === 0) return [];
  return [
    tx
      .insertInto('order_tallies')
      .values(sums.map((sum) => ({ ...sum, slot })))
      .onConflict((conflict) =>
        conflict
          .columns(['city', 'period', 'status', 'is_guest', 'slot'])
          .doUpdateSet(({ eb, ref }) => ({
            orders: eb(ref('order_tallies.orders'), '+', ref('excluded.orders')),
            revenue: eb(ref('order_tallies.revenue'), '+', ref('excluded.revenue')),
          })),
      ),
  ];
}

/** @returns what changes, each sum once and all in one order, so that rivals never deadlock */
export function addUp(changes: readonly TallyChange[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { order, by } of changes) {
    if (order.deleted_at !== null) continue;
    const day = dayOf(order.created_at);
    const month = day.slice(0, 7);
    const status = order.status;
    const guest = order.user_uid === null ? 1 : 0;
    for (const [city, period, is_guest] of [
      ['', '', guest],
      ['', day, guest],
      [order.city, month, 0],
    ] as const) {
      const key = JSON.stringify([city, period, status, is_guest]);
      const sum = sums.get(key) ?? { city, period, status, is_guest, orders: 0, revenue: 0 };
      sum.orders += by;
      sum.revenue += by * order.total_amount;
      sums.set(key, sum);
    }
  }
  return [...sums.entries()]
    .filter(([, { orders, revenue }]) => orders !== 0 || revenue !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
}
