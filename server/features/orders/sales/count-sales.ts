import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { PeriodSales, ProductSales, Sales, SalesAnswer, SalesQuery } from '#contract/sales.ts';
import { addDays, dayOf, startOfDay } from '#domain/dates.ts';
import { VOID_STATUSES } from '#domain/orders.ts';
import { type DayRange, lastPeriods } from '#domain/periods.ts';
import { PLAIN_NAME, pinName } from '#domain/pins/choice.ts';
import { regionName } from '#domain/regions.ts';
import type { Context } from '#server/context.ts';
import { NAME_COLUMNS, readPinName } from '#server/features/orders/pin-columns.ts';
import { readStatistics, type Statistics, type Sums } from '#server/features/orders/statistics.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts';

type Sold = Pick<ProductSales, 'pins' | 'revenue'>;
/** What was sold of each pin, by its name such as `32 mm con imán`. */
type PinSales = ReadonlyMap<string, Sold>;

/** What was sold in one region in one week or month. */
type Cell = DayRange & { region: string; sales: Sales; pins: PinSales };

const NO_PINS: PinSales = new Map();

type RegionDay = Pick<Statistics, 'day' | 'region'> & Sums;

/** Returns the figures of the last weeks or months from the stored statistics. */
export async function countSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Omit<SalesAnswer, 'success'>> {
  const { periods, counted } = await readRange(context, query);
  const products = await countProducts(context, periods);
  return {
    ...(products.some((sold) => pinName(sold) !== null) ? { products } : {}),
    periods: periods.map((period): PeriodSales => {
      const { from, to } = period;
      return { from, to, ...addSales(counted.filter(isWithin(period))) };
    }),
    regions: [...Map.groupBy(counted, ({ region }) => region)]
      .map(([region, parts]) => ({ region, ...addSales(parts) }))
      .filter(({ orders }) => orders > 0)
      .sort((one, other) => other.revenue - one.revenue),
    total: addSales(counted),
    reprinted: await countReprinted(context, periods),
  };
}

/** Returns the pins that were sold in a range by product and finish, most pesos first. */
async function countProducts(
  { db }: Pick<Context, 'db'>,
  periods: readonly DayRange[],
): Promise<ProductSales[]> {
  const from = periods[0]?.from ?? '';
  const rows = await selectPins(db, { from, to: periods.at(-1)?.to ?? from }).execute();
  return rows
    .map(({ pins, revenue, ...row }) => ({ ...readPinName(row), pins, revenue }))
    .sort((one, other) => other.revenue - one.revenue);
}

/** Pesos before discounts and shipping: those are of orders, not of pins. */
function selectPins({ queries }: Context['db'], { from, to }: DayRange) {
  return queries
    .selectFrom('orders')
    .innerJoin('order_items as item', 'item.order_id', 'orders.id')
    .select(NAME_COLUMNS)
    .select(({ fn }) => [
      fn.sum<number>('item.quantity').as('pins'),
      fn.sum<number>(sql`item.quantity * item.unit_price`).as('revenue'),
    ])
    .where('deleted_at', 'is', null)
    .where('status', 'not in', VOID_STATUSES)
    .where('orders.created_at', '>=', startOfDay(from))
    .where('orders.created_at', '<', startOfDay(addDays(to, 1)))
    .groupBy(NAME_COLUMNS);
}

/** Returns the pins that were made once more in a range, with those of reprints under way. */
async function countReprinted(
  { db }: Pick<Context, 'db'>,
  periods: readonly DayRange[],
): Promise<number> {
  const [from = '', to = ''] = [periods[0]?.from, periods.at(-1)?.to];
  const { pins } = await db.queries
    .selectFrom('order_reprints as reprint')
    .innerJoin('orders', 'orders.id', 'reprint.order_id')
    .select(({ fn }) => fn.sum<number | null>('reprint.quantity').as('pins'))
    .where('orders.deleted_at', 'is', null)
    .where('reprint.was_printed', '=', 0)
    .where('reprint.created_at', '>=', startOfDay(from))
    .where('reprint.created_at', '<', startOfDay(addDays(to, 1)))
    .executeTakeFirstOrThrow();
  return pins ?? 0;
}

/** The same in full: each region that bought, week by week or month by month. */
async function listSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Cell[]> {
  const { periods, counted } = await readRange(context, query);
  const cells: Cell[] = [];
  for (const period of periods) {
    const regions = Map.groupBy(counted.filter(isWithin(period)), ({ region }) => region);
    const found = [...regions]
      .map(([region, parts]) => ({ ...period, region, sales: addSales(parts) }))
      .filter(({ sales }) => sales.orders > 0)
      .sort((one, other) => other.sales.revenue - one.sales.revenue);
    if (found.length === 0) continue;
    const pins = await countKinds(context, period);
    cells.push(...found.map((cell) => ({ ...cell, pins: pins.get(cell.region) ?? NO_PINS })));
  }
  return cells;
}

/** Returns what was sold in a range by region and pin, under the pin's name of the day. */
async function countKinds(
  { db }: Pick<Context, 'db'>,
  range: DayRange,
): Promise<ReadonlyMap<string, PinSales>> {
  const rows = await selectPins(db, range).select('region').groupBy('region').execute();
  const regions = new Map<string, Map<string, Sold>>();
  for (const { region, pins, revenue, ...row } of rows) {
    const kinds = regions.get(region) ?? new Map<string, Sold>();
    const name = pinName(readPinName(row)) ?? PLAIN_NAME;
    const known = kinds.get(name) ?? { pins: 0, revenue: 0 };
    kinds.set(name, { pins: known.pins + pins, revenue: known.revenue + revenue });
    regions.set(region, kinds);
  }
  return regions;
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

type Column = readonly [heading: string, read: (cell: Cell) => string | number];

/** Heading and cell of each column; amounts in pesos. */
const columns: readonly Column[] = [
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

/** Two for each pin that was sold, by name; none where all were the pin of a shop with one. */
function pinColumns(cells: readonly Cell[]): Column[] {
  const names = [...new Set(cells.flatMap(({ pins }) => [...pins.keys()]))].sort();
  if (names.every((name) => name === PLAIN_NAME)) return [];
  return names.flatMap((name): Column[] => [
    [`Pines: ${name}`, ({ pins }) => pins.get(name)?.pins ?? 0],
    [`Antes de descuentos: ${name}`, ({ pins }) => pins.get(name)?.revenue ?? 0],
  ]);
}

/** The sales of the last weeks or months as a spreadsheet, without personal data. */
export async function exportSales(context: Context, query: SalesQuery): Promise<FileAnswer> {
  const cells = await listSales(context, query);
  const shown = [...columns, ...pinColumns(cells)];
  const lines = [
    csvLine(shown.map(([heading]) => heading)),
    ...cells.map((cell) => csvLine(shown.map(([, read]) => read(cell)))),
  ];
  return {
    content: Readable.from([BYTE_ORDER_MARK + lines.join('')]),
    type: 'text/csv; charset=utf-8',
    name: `ventas-${dayOf(context.clock())}.csv`,
  };
}
