import { useState } from 'react';
import type { DayFigures, Metrics } from '#contract/dashboard.ts';
import type { OrderStats } from '#contract/orders-admin.ts';
import { formatDay } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Figures.module.css';
import { type FilterForm, noFilter } from './order-filter.ts';
import { useMetrics, useOrderStats } from './queries.ts';
import statCardsStyles from './StatCards.module.css';

const RANGES = [7, 30, 90];
const days = (count: number) => (count === 1 ? '1 día' : `${count.toLocaleString('es-CL')} días`);

type Props = { metrics: Metrics; days: number; onDays: (days: number) => void };

function FiguresView({ metrics, days: range, onDays }: Props) {
  const { pendingAge, topCities } = metrics;
  const sold = metrics.days.reduce((sum, { revenue }) => sum + revenue, 0);
  const orders = metrics.days.reduce((sum, day) => sum + day.orders, 0);
  return (
    <div className={styles.inside}>
      <div className={styles.range}>
        <Field label="Período">
          {(input) => (
            <select
              {...input}
              value={range}
              onChange={({ target }) => onDays(Number(target.value))}
            >
              {RANGES.map((count) => (
                <option key={count} value={count}>
                  Últimos {count} días
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
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
                  {count === 1 ? '1 pedido' : `${count} pedidos`} · {formatPesos(revenue)}
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

type Card = { name: string; key: keyof OrderStats; filter: FilterForm };

const cards: readonly Card[] = [
  { name: 'Total de pedidos', key: 'totalOrders', filter: noFilter },
  {
    name: 'Usuarios registrados',
    key: 'registeredUserOrders',
    filter: { ...noFilter, type: 'registered' },
  },
  { name: 'Invitados', key: 'guestOrders', filter: { ...noFilter, type: 'guest' } },
  { name: 'Pendientes', key: 'pendingOrders', filter: { ...noFilter, status: 'pending' } },
];

const count = new Intl.NumberFormat('es-CL');

type StatCardsProps = {
  /** The list of orders has arrived; where it failed, too, it tells why. */
  hasList: boolean;
  /** Lists just the orders that a figure counts. */
  onPick: (filter: FilterForm) => void;
};

export function StatCards({ hasList, onPick }: StatCardsProps) {
  const { data, error, isFetching, refetch } = useOrderStats();
  return (
    <>
      <dl className={statCardsStyles.cards} aria-busy={!data && isFetching}>
        {cards.map(({ name, key, filter }) => (
          <div key={key} className={statCardsStyles.card}>
            <dt>{name}</dt>
            <dd className={statCardsStyles.figure}>
              {data ? (
                <button
                  type="button"
                  className={statCardsStyles.pick}
                  aria-label={`${count.format(data[key])}, ver en la lista: ${name}`}
                  onClick={() => onPick(filter)}
                >
                  {count.format(data[key])}
                </button>
              ) : (
                '–'
              )}
            </dd>
          </div>
        ))}
      </dl>
      {error && !isFetching && hasList && (
        <Failure
          error={error}
          text={describeFailure('Error al cargar los datos de administracion', error)}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

export function Figures() {
  return <Fold title="Ventas de los últimos días">{() => <LoadedFigures />}</Fold>;
}

function LoadedFigures() {
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useMetrics(days);
  if (error) {
    return (
      <Failure
        error={error}
        text={describeFailure('Error al cargar las cifras', error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton lines={1} height="14rem" />;
  return <FiguresView metrics={data} days={days} onDays={setDays} />;
}
