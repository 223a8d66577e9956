import {
  netRevenue,
  type PeriodSales,
  type ProductSales,
  type Sales,
  type SalesAnswer,
  unpaidRevenue,
} from '#contract/payments/sales.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { Period } from '#domain/base/periods.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { pinName } from '#domain/pins/choice.ts';
import { type Column, FiguresTable } from '#web/panel/FiguresTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './Sales.module.css';
import { maxOf, SalesChart } from './SalesChart.tsx';

type Props = { by: Period; sales: SalesAnswer };

export function PeriodsView({ by, sales: { total, periods, regions, products, bank } }: Props) {
  const rows = periods
    .map((period) => ({ name: shortLabel(by, period.from), ...period }))
    .reverse();
  return (
    <>
      <Facts variant="tiles" facts={factsOf(total)} />
      <p className="soft">
        Por pagar: todo pedido sin pago anotado, aunque esté completado; los cancelados no cuentan.
      </p>
      {bank && (
        <p className="soft">
          El banco muestra {formatPesos(bank.amount)} en abonos ({bank.movements}), de los que{' '}
          {formatPesos(bank.amountOfOrders)} ({bank.ofOrders}) son pagos de pedidos. Los demás se
          guardan 90 días.
        </p>
      )}
      <PeriodsChart by={by} periods={periods} />
      <SalesTable
        title={by === 'week' ? 'Por semana' : 'Por mes'}
        head={by === 'week' ? 'Semana del' : 'Mes'}
        rows={rows}
      />
      {products && (
        <FiguresTable
          caption="Por producto"
          head="Producto"
          name={({ product, finish }) => pinName({ product, finish }) ?? product.name}
          columns={productColumns}
          rows={products}
          keyOf={({ product, finish }) => `${product.id} ${product.name} ${finish?.id}`}
        />
      )}
      {regions.length > 0 && (
        <SalesTable
          title="Por región"
          head="Región"
          rows={regions.map((region) => ({ name: regionName(region.region), ...region }))}
        />
      )}
    </>
  );
}

function factsOf(total: Sales) {
  const { orders, paidRevenue, paidOrders, guestOrders, returningOrders, refunded = 0 } = total;
  const revenue = netRevenue(total);
  return [
    ['Ventas', `${formatPesos(revenue)} en ${countOrders(orders)}`],
    ['Pines', total.pins.toLocaleString('es-CL')],
    ['Pedido promedio', formatPesos(total.averageOrder)],
    ['Pagado', `${formatPesos(paidRevenue)} en ${countOrders(paidOrders)}`],
    ['Por pagar', `${formatPesos(unpaidRevenue(total))} en ${countOrders(orders - paidOrders)}`],
    ['Devuelto', refunded > 0 ? formatPesos(refunded) : null],
    ['De invitados', `${formatShare(guestOrders, orders)} de los pedidos`],
    ['De quienes ya compraron', `${formatShare(returningOrders, orders)} de los pedidos`],
  ] as const;
}

type PeriodsChartProps = { by: Period; periods: readonly PeriodSales[] };

/** A bar per week or month by revenue, the paid part filled; the table has the same figures. */
function PeriodsChart({ by, periods }: PeriodsChartProps) {
  const bars = periods.map((period) => {
    const { from, orders } = period;
    const amount = netRevenue(period);
    const text = `${periodLabel(by, from)}: ${formatPesos(amount)}, ${countOrders(orders)}`;
    return { from, text, amount, paid: amount - unpaidRevenue(period) };
  });
  const max = maxOf(bars);
  const best = bars.find(({ amount }) => amount === max);
  const summary =
    best && max > 0
      ? `Ventas por ${by === 'week' ? 'semana' : 'mes'}; la mejor cifra es de ${formatPesos(max)}: ${periodLabel(by, best.from)}`
      : 'Sin ventas en este período';
  const legend = (
    <span className={styles.legend}>
      <span className={styles.paidSign} /> Pagado
      <span className={styles.openSign} /> Por pagar
    </span>
  );
  return <SalesChart {...{ bars, legend, summary }} nameOf={(from) => shortLabel(by, from)} />;
}

type Row = Sales & { name: string };

const columns: readonly Column<Row>[] = [
  ['Pedidos', ({ orders }) => orders.toLocaleString('es-CL')],
  ['Pines', ({ pins }) => pins.toLocaleString('es-CL')],
  ['Ventas', (row) => formatPesos(netRevenue(row))],
  ['Promedio', ({ averageOrder }) => formatPesos(averageOrder)],
  ['Por pagar', (row) => formatPesos(unpaidRevenue(row))],
  ['Invitados', ({ guestOrders, orders }) => formatShare(guestOrders, orders)],
  ['Ya compraron', ({ returningOrders, orders }) => formatShare(returningOrders, orders)],
];

type TableProps = { title: string; head: string; rows: readonly Row[] };

function SalesTable({ title, head, rows }: TableProps) {
  const name = (row: Row) => row.name;
  return <FiguresTable caption={title} {...{ head, rows, columns, name }} keyOf={name} />;
}

const productColumns: readonly Column<ProductSales>[] = [
  ['Pines', ({ pins }) => pins.toLocaleString('es-CL')],
  // Discounts and shipping belong to orders and not to pins.
  ['Antes de descuentos', ({ revenue }) => formatPesos(revenue)],
];

const month = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  month: 'short',
  year: 'numeric',
});

/** Returns a week's Monday or a month's name. */
function shortLabel(by: Period, from: string): string {
  return by === 'week' ? formatDay(from) : month.format(new Date(`${from}T00:00:00Z`));
}

/** Returns the name of a week, by its Monday, or of a month. */
export function periodLabel(by: Period, from: string): string {
  return by === 'week' ? `Semana del ${shortLabel(by, from)}` : shortLabel(by, from);
}

/** Returns a share such as `40 %`; a dash if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

/** Returns such as `1 pedido` or `1.234 pedidos`. */
export function countOrders(count: number): string {
  return count === 1 ? '1 pedido' : `${count.toLocaleString('es-CL')} pedidos`;
}
