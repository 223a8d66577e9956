import { Readable } from 'node:stream';
import type { PeriodSales, Sales, SalesAnswer, SalesQuery } from '#contract/sales.ts';
import { dayOf } from '#domain/dates.ts';
import { type DayRange, lastPeriods } from '#domain/periods.ts';
import { regionName } from '#domain/regions.ts';
import type { Context } from '#server/context.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/features/orders/download/csv.ts';
import { readStatistics, type Statistics, type Sums } from '#server/features/orders/statistics.ts';
import type { FileAnswer } from '#server/http/route.ts';

/** What was sold in one region in one week or month. */
type Cell = DayRange & { region: string; sales: Sales };

type RegionDay = Pick<Statistics, 'day' | 'region'> & Sums;

/** Returns the figures of the last weeks or months from the stored statistics. */
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
async function listSales(
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
): Promise<{ periods: DayRange[]; counted: RegionDay[] }> {
  const now = clock();
  const periods = lastPeriods(dayOf(now), by, last);
  const [from = '', to = ''] = [periods[0]?.from, periods.at(-1)?.to];
  const counted = await db.readSnapshot((tx) =>
    readStatistics(tx, now, { by: ['day', 'region'], of: 'regions', from, to, isSold: true }),
  );
  return { periods, counted };
}

function isWithin({ from, to }: DayRange): (counted: RegionDay) => boolean {
  return ({ day }) => day >= from && day <= to;
}

function addSales(counted: readonly Sums[]): Sales {
  const sum = (column: keyof Sums) => counted.reduce((total, each) => total + each[column], 0);
  const [orders, revenue] = [sum('orders'), sum('revenue')];
  return {
    orders,
    pins: sum('pins'),
    revenue,
    guestOrders: sum('guest_orders'),
    returningOrders: sum('returning_orders'),
    paidOrders: sum('paid_orders'),
    paidRevenue: sum('paid_revenue'),
    averageOrder: orders === 0 ? 0 : Math.round(revenue / orders),
  };
}

/** Heading and cell of each column; amounts in pesos. */
const columns: readonly (readonly [heading: string, read: (cell: Cell) => string | number])[] = [
  ['Desde', ({ from }) => from],
  ['Hasta', ({ to }) => to],
  ['Región', ({ region }) => regionName(region)],
  ['Pedidos', ({ sales }) => sales.orders],
  ['Pines', ({ sales }) => sales.pins],
  ['Ventas', ({ sales }) => sales.revenue],
  ['Pedido promedio', ({ sales }) => sales.averageOrder],
  ['Pedidos de invitados', ({ sales }) => sales.guestOrders],
  ['Pedidos de quienes vuelven', ({ sales }) => sales.returningOrders],
  ['Pedidos pagados', ({ sales }) => sales.paidOrders],
  ['Ventas pagadas', ({ sales }) => sales.paidRevenue],
  ['Ventas por pagar', ({ sales }) => sales.revenue - sales.paidRevenue],
];

/** The sales of the last weeks or months as a spreadsheet, without personal data. */
export async function exportSales(context: Context, query: SalesQuery): Promise<FileAnswer> {
  const cells = await listSales(context, query);
  const lines = [
    csvLine(columns.map(([heading]) => heading)),
    ...cells.map((cell) => csvLine(columns.map(([, read]) => read(cell)))),
  ];
  return {
    content: Readable.from([BYTE_ORDER_MARK + lines.join('')]),
    type: 'text/csv; charset=utf-8',
    name: `ventas-${dayOf(context.clock())}.csv`,
  };
}
