import type { Sales, SalesAnswer } from '#contract/sales.ts';
import { formatPesos } from '#domain/money.ts';
import type { Period } from '#domain/periods.ts';
import { regionName } from '#domain/regions.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { countOrders, formatShare, shortLabel } from './ranges.ts';
import styles from './Sales.module.css';
import { SalesChart } from './SalesChart.tsx';

type Props = { by: Period; sales: SalesAnswer };

/** The figures of a range: all of it, as a picture, and as tables. */
export function SalesView({ by, sales: { total, periods, regions } }: Props) {
  const rows = periods
    .map((period) => ({ name: shortLabel(by, period.from), ...period }))
    .reverse();
  return (
    <>
      <Facts variant="tiles" facts={factsOf(total)} />
      <SalesChart by={by} periods={periods} />
      <SalesTable
        title={by === 'week' ? 'Por semana' : 'Por mes'}
        head={by === 'week' ? 'Semana del' : 'Mes'}
        rows={rows}
      />
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
  const { orders, revenue, paidRevenue, paidOrders, guestOrders, returningOrders } = total;
  return [
    ['Ventas', `${formatPesos(revenue)} en ${countOrders(orders)}`],
    ['Pines', total.pins.toLocaleString('es-CL')],
    ['Pedido promedio', formatPesos(total.averageOrder)],
    ['Pagado', `${formatPesos(paidRevenue)} en ${countOrders(paidOrders)}`],
    ['Por pagar', `${formatPesos(revenue - paidRevenue)} en ${countOrders(orders - paidOrders)}`],
    ['De invitados', `${formatShare(guestOrders, orders)} de los pedidos`],
    ['De quienes ya compraron', `${formatShare(returningOrders, orders)} de los pedidos`],
  ] as const;
}

type Row = Sales & { name: string };

/** Heading and cell of each column beside the first. */
const columns: readonly (readonly [heading: string, read: (row: Row) => string])[] = [
  ['Pedidos', ({ orders }) => orders.toLocaleString('es-CL')],
  ['Pines', ({ pins }) => pins.toLocaleString('es-CL')],
  ['Ventas', ({ revenue }) => formatPesos(revenue)],
  ['Promedio', ({ averageOrder }) => formatPesos(averageOrder)],
  ['Por pagar', ({ revenue, paidRevenue }) => formatPesos(revenue - paidRevenue)],
  ['Invitados', ({ guestOrders, orders }) => formatShare(guestOrders, orders)],
  ['Ya compraron', ({ returningOrders, orders }) => formatShare(returningOrders, orders)],
];

type TableProps = { title: string; head: string; rows: readonly Row[] };

function SalesTable({ title, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
    <section className={styles.scroll} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {columns.map(([heading, read]) => (
                <td key={heading}>{read(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
