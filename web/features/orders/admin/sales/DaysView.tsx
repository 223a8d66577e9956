import type { DayFigures, Metrics } from '#contract/dashboard.ts';
import { formatDay } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './Days.module.css';
import { countOrders } from './PeriodsView.tsx';

const days = (count: number) => (count === 1 ? '1 día' : `${count.toLocaleString('es-CL')} días`);

/** What was sold day by day, where to, and how long new orders wait. */
export function DaysView({ metrics }: { metrics: Metrics }) {
  const { pendingAge, topCities } = metrics;
  const sold = metrics.days.reduce((sum, { revenue }) => sum + revenue, 0);
  const orders = metrics.days.reduce((sum, day) => sum + day.orders, 0);
  return (
    <div className={styles.inside}>
      <Facts
        facts={[
          ['Ventas del período', `${formatPesos(sold)} en ${orders} pedidos`],
          ['Pedido promedio', formatPesos(metrics.averageOrder)],
          ['Pendientes', pendingText(pendingAge)],
        ]}
      />
      <Chart days={metrics.days} />
      {topCities.length > 0 && (
        <section className={styles.cities} aria-label="Ciudades con más pedidos">
          <h4>Ciudades con más pedidos</h4>
          <ol>
            {topCities.map(({ city, orders: count, revenue }) => (
              <li key={city} className={styles.city}>
                <span dir="auto">{city}</span>
                <span className={styles.sold}>
                  {countOrders(count)} · {formatPesos(revenue)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function pendingText({ oldestAt, oldestDays, averageDays, overThreeDays }: Metrics['pendingAge']) {
  if (oldestAt === null) return 'Ninguno espera';
  const late = overThreeDays > 0 ? `; ${overThreeDays} con 3 días o más` : '';
  if (oldestDays === 0) return 'Todos son de hoy';
  const average = Math.round(averageDays * 10) / 10;
  return `El más antiguo espera ${days(oldestDays)}; en promedio, ${days(average)}${late}`;
}

/** One bar a day, by what was sold; the figures themselves stand in each bar's text. */
function Chart({ days: all }: { days: readonly DayFigures[] }) {
  const most = Math.max(1, ...all.map(({ revenue }) => revenue));
  return (
    <section className={styles.chart} aria-label="Ventas por día">
      <p className={styles.axis}>
        Máximo: {formatPesos(Math.max(0, ...all.map(({ revenue }) => revenue)))} al día
      </p>
      <ol className={styles.bars}>
        {all.map(({ day, orders, revenue }) => (
          <li
            key={day}
            className={styles.bar}
            title={`${formatDay(day)}: ${formatPesos(revenue)}, ${orders} pedidos`}
            style={{ height: `max(2px, ${(100 * revenue) / most}%)` }}
          >
            <span className="visually-hidden">
              {formatDay(day)}: {formatPesos(revenue)}, {orders} pedidos
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.axis}>
        <span>{formatDay(all[0]?.day ?? '')}</span>
        <span>{formatDay(all.at(-1)?.day ?? '')}</span>
      </p>
    </section>
  );
}
