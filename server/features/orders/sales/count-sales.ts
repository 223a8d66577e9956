import { sql } from 'kysely';
import type { PeriodSales, Sales, SalesAnswer, SalesQuery } from '#contract/sales.ts';
import { dayOf } from '#domain/dates.ts';
import { VOID_STATUSES } from '#domain/orders.ts';
import { type DayRange, lastPeriods } from '#domain/periods.ts';
import type { Context } from '../../../context.ts';
import type { Queries } from '../../../db/types.ts';
import { ALL_REGIONS } from '../tallies.ts';

/** What was sold in one region in one week or month. */
export type Cell = DayRange & { region: string; sales: Sales };

const sums = {
  orders: 0,
  pins: 0,
  revenue: 0,
  guestOrders: 0,
  returningOrders: 0,
  paidOrders: 0,
  paidRevenue: 0,
};
type Sums = typeof sums;
/** Of one region and the part of a week that begins on a day; see `weekPartOf`. */
type Counted = Sums & { part: string; region: string };

/** Figures of the last weeks or months from the sums that are kept, however many orders there are. */
export async function countSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Omit<SalesAnswer, 'success'>> {
  const { periods, counted } = await readRange(context, query);
  return {
    periods: periods.map((period): PeriodSales => {
      const { from, to } = period;
      return { from, to, ...addSales(counted.filter(isWithin(period))) };
    }),
    regions: [...Map.groupBy(counted, ({ region }) => region)]
      .map(([region, parts]) => ({ region, ...addSales(parts) }))
      .filter(({ orders }) => orders > 0)
      .sort((one, other) => other.revenue - one.revenue),
    total: addSales(counted),
  };
}

/** The same in full: each region that bought, week by week or month by month. */
export async function listSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Cell[]> {
  const { periods, counted } = await readRange(context, query);
  return periods.flatMap((period) =>
    [...Map.groupBy(counted.filter(isWithin(period)), ({ region }) => region)]
      .map(([region, parts]) => ({ ...period, region, sales: addSales(parts) }))
      .filter(({ sales }) => sales.orders > 0)
      .sort((one, other) => other.sales.revenue - one.sales.revenue),
  );
}

async function readRange(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { by, last }: SalesQuery,
): Promise<{ periods: DayRange[]; counted: Counted[] }> {
  const periods = lastPeriods(dayOf(clock()), by, last);
  const [from = '', to = ''] = [periods[0]?.from, periods.at(-1)?.to];
  return { periods, counted: await readParts(db.queries, { from, to }) };
}

function readParts(db: Queries, { from, to }: DayRange): Promise<Counted[]> {
  return db
    .selectFrom('order_tallies')
    .select(({ fn }) => [
      'period as part',
      'region',
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('pins').as('pins'),
      fn.sum<number>('revenue').as('revenue'),
      fn.sum<number>(sql`orders * is_guest`).as('guestOrders'),
      fn.sum<number>('returning_orders').as('returningOrders'),
      fn.sum<number>('paid_orders').as('paidOrders'),
      fn.sum<number>('paid_revenue').as('paidRevenue'),
    ])
    .where('city', '=', '')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .where('region', '<>', ALL_REGIONS)
    .where('status', 'not in', VOID_STATUSES)
    .groupBy(['period', 'region'])
    .execute();
}

function isWithin({ from, to }: DayRange): (counted: Counted) => boolean {
  return ({ part }) => part >= from && part <= to;
}

function addSales(counted: readonly Counted[]): Sales {
  const total = { ...sums };
  for (const each of counted) {
    total.orders += each.orders;
    total.pins += each.pins;
    total.revenue += each.revenue;
    total.guestOrders += each.guestOrders;
    total.returningOrders += each.returningOrders;
    total.paidOrders += each.paidOrders;
    total.paidRevenue += each.paidRevenue;
  }
  const averageOrder = total.orders === 0 ? 0 : Math.round(total.revenue / total.orders);
  return { ...total, averageOrder };
}
