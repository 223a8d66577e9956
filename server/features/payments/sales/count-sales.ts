import {
  netRevenue,
  type PeriodSales,
  type ProductSales,
  type Sales,
  type SalesAnswer,
  type SalesQuery,
  unpaidRevenue,
} from '#contract/payments/sales.ts';
import { addDays, dayOf, startOfDay } from '#domain/base/dates.ts';
import { type DayRange, lastPeriods } from '#domain/base/periods.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { PLAIN_NAME, pinName } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import {
  readOverpaid,
  readPinStatistics,
  readStatistics,
  type Statistics,
  type Sums,
} from '#server/features/payments/statistics.ts';
import { NAME_COLUMNS, readPinName } from '#server/features/uploads/pin-columns.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { type CsvColumns, csvFile, dayCell, writeCsv } from '#server/lib/csv.ts';

type Sold = Pick<ProductSales, 'pins' | 'revenue'>;
/** Sales of each product by its name, such as `32 mm con imán`. */
type PinSales = ReadonlyMap<string, Sold>;

/** Sales in one region in one week or month. */
type Cell = DayRange & { region: string; sales: Sales; pins: PinSales };

type RegionDay = Pick<Statistics, 'day' | 'region'> & Counted;
type Counted = Sums & { overpaid: number };

/** Returns the figures of the last weeks or months from the stored statistics. */
export async function countSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Omit<SalesAnswer, 'success'>> {
  const { periods, days, counted } = await readRange(context, query);
  const products = await countProducts(context, days);
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
    ...(await sumMovements(context, days)),
    reprinted: await countReprinted(context, days),
  };
}

/** Returns the sales in a range by product and finish, highest revenue first. */
async function countProducts(
  context: Pick<Context, 'db' | 'clock'>,
  days: DayRange,
): Promise<ProductSales[]> {
  const rows = await readPins(context, days, []);
  const kinds = Map.groupBy(rows, (row) => JSON.stringify(NAME_COLUMNS.map((name) => row[name])));
  return [...kinds.values()]
    .flatMap((parts) =>
      parts.slice(0, 1).map((row) => ({ ...readPinName(row), ...addPins(parts) })),
    )
    .sort((one, other) => other.revenue - one.revenue);
}

function readPins<By extends 'day' | 'region'>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  days: DayRange,
  by: readonly By[],
) {
  return db.readSnapshot((tx) => readPinStatistics(tx, clock(), { by, ...days }));
}

function addPins(parts: readonly Sold[]): Sold {
  return {
    pins: parts.reduce((sum, { pins }) => sum + pins, 0),
    revenue: parts.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

/** Returns what the bank's lists show in a range; no field without one. */
async function sumMovements(
  { db }: Pick<Context, 'db'>,
  { from, to }: DayRange,
): Promise<Pick<SalesAnswer, 'bank'>> {
  const rows = await db.queries
    .selectFrom('movements')
    .select(({ fn, eb }) => [
      eb('used_at', 'is not', null).as('isUsed'),
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount').as('amount'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(({ eb }) => eb('used_at', 'is not', null))
    .execute();
  if (rows.length === 0) return {};
  const used = rows.find(({ isUsed }) => Boolean(isUsed));
  return {
    bank: {
      movements: rows.reduce((sum, { count }) => sum + count, 0),
      amount: rows.reduce((sum, { amount }) => sum + amount, 0),
      ofOrders: used?.count ?? 0,
      amountOfOrders: used?.amount ?? 0,
    },
  };
}

/** Returns the number of reprinted pins in a range, including reprints in progress. */
async function countReprinted(
  { db }: Pick<Context, 'db'>,
  { from, to }: DayRange,
): Promise<number> {
  const { pins } = await db.queries
    .selectFrom('production_rounds as round')
    .innerJoin('orders', 'orders.id', 'round.order_id')
    .innerJoin('production_round_items as item', (join) =>
      join.onRef('item.order_id', '=', 'round.order_id').onRef('item.n', '=', 'round.n'),
    )
    .select(({ fn }) => fn.sum<number | null>('item.quantity').as('pins'))
    .where('orders.deleted_at', 'is', null)
    .where('round.was_printed', '=', 0)
    .where('round.started_at', '>=', startOfDay(from))
    .where('round.started_at', '<', startOfDay(addDays(to, 1)))
    .executeTakeFirstOrThrow();
  return pins ?? 0;
}

/** Returns the sales of each region with orders, by week or month. */
async function listSales(
  context: Pick<Context, 'db' | 'clock'>,
  query: SalesQuery,
): Promise<Cell[]> {
  const { periods, days, counted } = await readRange(context, query);
  const pins = await readPins(context, days, ['day', 'region']);
  return periods.flatMap((period) => {
    const sold = Map.groupBy(pins.filter(isWithin(period)), ({ region }) => region);
    return [...Map.groupBy(counted.filter(isWithin(period)), ({ region }) => region)]
      .map(([region, parts]): Cell => {
        const sales = addSales(parts);
        return { ...period, region, sales, pins: nameKinds(sold.get(region) ?? []) };
      })
      .filter(({ sales }) => sales.orders > 0)
      .sort((one, other) => other.sales.revenue - one.sales.revenue);
  });
}

/** Sums up sales by the products' names when they were ordered. */
function nameKinds(rows: readonly (Sold & Parameters<typeof readPinName>[0])[]): PinSales {
  const kinds = Map.groupBy(rows, (row) => pinName(readPinName(row)) ?? PLAIN_NAME);
  return new Map([...kinds].map(([name, parts]) => [name, addPins(parts)]));
}

async function readRange(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { by, last }: SalesQuery,
): Promise<{ periods: DayRange[]; days: DayRange; counted: RegionDay[] }> {
  const now = clock();
  const periods = lastPeriods(dayOf(now), by, last);
  const days = { from: periods[0]?.from ?? '', to: periods.at(-1)?.to ?? '' };
  return db.readSnapshot(async (tx) => {
    const by = ['day', 'region'] as const;
    const sums = await readStatistics(tx, now, { by, of: 'regions', ...days, isSold: true });
    const extra = await readOverpaid(tx, days);
    const placeOf = ({ day, region }: Pick<RegionDay, 'day' | 'region'>) => `${day} ${region}`;
    const byPlace = Map.groupBy(extra, placeOf);
    const counted = sums.map((row): RegionDay => {
      const own = byPlace.get(placeOf(row)) ?? [];
      byPlace.delete(placeOf(row));
      return { ...row, overpaid: own.reduce((sum, { overpaid }) => sum + overpaid, 0) };
    });
    return { periods, days, counted };
  });
}

function isWithin({ from, to }: DayRange): (counted: { day: string }) => boolean {
  return ({ day }) => day >= from && day <= to;
}

function addSales(counted: readonly Counted[]): Sales {
  const sum = (column: keyof Counted) => counted.reduce((total, each) => total + each[column], 0);
  const [orders, revenue, refunded] = [sum('orders'), sum('revenue'), sum('refunded')];
  const overpaid = sum('overpaid');
  return {
    orders,
    pins: sum('pins'),
    revenue,
    guestOrders: sum('guest_orders'),
    returningOrders: sum('returning_orders'),
    paidOrders: sum('paid_orders'),
    paidRevenue: sum('paid_revenue'),
    ...(refunded > 0 ? { refunded } : {}),
    ...(overpaid > 0 ? { overpaid } : {}),
    averageOrder: orders === 0 ? 0 : Math.round(revenue / orders),
  };
}

/** Heading and cell of each column; amounts in pesos. */
const columns: CsvColumns<Cell> = [
  ['Desde', ({ from }) => dayCell(from)],
  ['Hasta', ({ to }) => dayCell(to)],
  ['Región', ({ region }) => regionName(region)],
  ['Pedidos', ({ sales }) => sales.orders],
  ['Pines', ({ sales }) => sales.pins],
  ['Ventas', ({ sales }) => netRevenue(sales)],
  ['Pedido promedio', ({ sales }) => sales.averageOrder],
  ['Pedidos de invitados', ({ sales }) => sales.guestOrders],
  ['Pedidos de quienes vuelven', ({ sales }) => sales.returningOrders],
  ['Pedidos pagados', ({ sales }) => sales.paidOrders],
  ['Ventas pagadas', ({ sales }) => sales.paidRevenue],
  ['Devuelto', ({ sales }) => sales.refunded ?? 0],
  ['Ventas por pagar', ({ sales }) => unpaidRevenue(sales)],
];

/** Two columns for each sold product; none if the shop had only one product. */
function pinColumns(cells: readonly Cell[]): CsvColumns<Cell> {
  const names = [...new Set(cells.flatMap(({ pins }) => [...pins.keys()]))].sort();
  if (names.every((name) => name === PLAIN_NAME)) return [];
  return names.flatMap(
    (name): CsvColumns<Cell> => [
      [`Pines: ${name}`, ({ pins }) => pins.get(name)?.pins ?? 0],
      [`Antes de descuentos: ${name}`, ({ pins }) => pins.get(name)?.revenue ?? 0],
    ],
  );
}

/** Exports the sales of the last weeks or months as CSV, without personal data. */
export async function exportSales(context: Context, query: SalesQuery): Promise<FileAnswer> {
  const cells = await listSales(context, query);
  const shown = [...columns, ...pinColumns(cells)];
  return csvFile(`ventas-${dayOf(context.clock())}.csv`, writeCsv(shown, [cells]));
}
