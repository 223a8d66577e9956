import type { PeriodSales } from '#contract/sales.ts';
import { formatPesos } from '#domain/money.ts';
import type { Period } from '#domain/periods.ts';
import { countOrders, periodLabel, shortLabel } from './ranges.ts';
import styles from './Sales.module.css';

/** Share of its place that a bar fills. */
const FILL = 0.72;

type Props = { by: Period; periods: readonly PeriodSales[] };

/** One bar for each week or month by its pesos, what is paid filled; the table says the same. */
export function SalesChart({ by, periods }: Props) {
  const most = Math.max(0, ...periods.map(({ revenue }) => revenue));
  const best = periods.find(({ revenue }) => revenue === most);
  const place = 100 / periods.length;
  const label =
    best && most > 0
      ? `Ventas por ${by === 'week' ? 'semana' : 'mes'}; la mejor cifra es de ${formatPesos(most)}: ${periodLabel(by, best.from)}`
      : 'Sin ventas en este período';
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.axis}>
        <span>Máximo: {formatPesos(most)}</span>
        <span className={styles.legend}>
          <span className={styles.paidSign} /> Pagado
          <span className={styles.openSign} /> Por pagar
        </span>
      </figcaption>
      <svg className={styles.chart} role="img" aria-label={label}>
        {periods.map((period, at) => {
          const { from, revenue, paidRevenue, orders } = period;
          const height = (amount: number) => (most === 0 ? 0 : (100 * amount) / most);
          const x = `${place * (at + (1 - FILL) / 2)}%`;
          const width = `${place * FILL}%`;
          return (
            <g key={from}>
              <title>
                {`${periodLabel(by, from)}: ${formatPesos(revenue)}, ${countOrders(orders)}`}
              </title>
              <rect className={styles.hit} x={`${place * at}%`} width={`${place}%`} height="100%" />
              <rect
                className={styles.open}
                x={x}
                width={width}
                y={`${100 - height(revenue)}%`}
                height={`${height(revenue)}%`}
              />
              <rect
                className={styles.paid}
                x={x}
                width={width}
                y={`${100 - height(paidRevenue)}%`}
                height={`${height(paidRevenue)}%`}
              />
            </g>
          );
        })}
      </svg>
      <p className={styles.axis}>
        <span>{shortLabel(by, periods[0]?.from ?? '')}</span>
        <span>{shortLabel(by, periods.at(-1)?.from ?? '')}</span>
      </p>
    </figure>
  );
}
