import type { Sales } from '#contract/sales.ts';
import { formatPesos } from '#domain/money.ts';
import { formatShare } from './ranges.ts';
import styles from './SalesTable.module.css';

type Row = Sales & { name: string };

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

export function SalesTable({ title, head, rows }: TableProps) {
  return (
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
              <td key={heading} data-label={heading}>
                {read(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
