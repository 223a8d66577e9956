import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Metrics, readMetrics } from '#contract/orders/dashboard.ts';
import { exportSales, readSales, type SalesQuery } from '#contract/payments/sales.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import { QueryState } from '#web/panel/Failure.tsx';
import { METRICS, SALES } from '#web/panel/order/lists.ts';
import type { TabPlace } from '#web/panel/tab-place.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { SelectField } from '#web/ui/FormFields.tsx';
import { PaymentsDay } from './PaymentsDay.tsx';
import { countOrders, PeriodsView } from './PeriodsView.tsx';
import styles from './Sales.module.css';
import { SalesChart } from './SalesChart.tsx';

const FIRST = 'weeks12';

/** The ranges to choose from, by the value in the select. */
const ranges: Readonly<Record<string, { label: string } & ({ days: number } | SalesQuery)>> = {
  days7: { days: 7, label: 'Últimos 7 días' },
  days30: { days: 30, label: 'Últimos 30 días' },
  days90: { days: 90, label: 'Últimos 90 días' },
  weeks12: { by: 'week', last: 12, label: 'Últimas 12 semanas' },
  weeks26: { by: 'week', last: 26, label: 'Últimas 26 semanas' },
  weeks52: { by: 'week', last: 52, label: 'Últimas 52 semanas' },
  months12: { by: 'month', last: 12, label: 'Últimos 12 meses' },
  months24: { by: 'month', last: 24, label: 'Últimos 24 meses' },
};

const ONLINE = 'online';

export function SalesTab({ orderWindow }: Pick<TabPlace, 'orderWindow'>) {
  const provider = usePageConfig().payments;
  const [chosen, setChosen] = useState(FIRST);
  const range = ranges[chosen] ?? { by: 'week', last: 12 };
  const isOnline = chosen === ONLINE && provider !== undefined;
  return (
    <>
      <h3 className="visually-hidden">Ventas</h3>
      <div className={styles.choice}>
        <SelectField
          label="Período"
          value={chosen}
          options={[
            ...Object.entries(ranges).map(([name, { label }]): [string, string] => [name, label]),
            ...(provider ? [[ONLINE, 'Pagos en línea de un día'] as const] : []),
          ]}
          onPick={setChosen}
        />
        {!isOnline && 'by' in range && (
          <DownloadButton
            file={exportSales}
            of={{ query: { by: range.by, last: range.last }, fallbackName: 'ventas.csv' }}
            failure="Error al descargar las ventas"
          >
            Descargar CSV
          </DownloadButton>
        )}
      </div>
      {isOnline && <PaymentsDay {...{ provider, orderWindow }} />}
      {!isOnline &&
        ('by' in range ? <Periods by={range.by} last={range.last} /> : <Days days={range.days} />)}
    </>
  );
}

function Periods(query: SalesQuery) {
  const sales = useQuery({
    queryKey: [...SALES, query],
    queryFn: ({ signal }) => callAdmin(readSales, { query, signal }),
  });
  if (!sales.data || sales.error) return <QueryState query={sales} {...LOADING} />;
  return <PeriodsView by={query.by} sales={sales.data} />;
}

function Days({ days }: { days: number }) {
  const metrics = useQuery({
    queryKey: [...METRICS, days],
    queryFn: ({ signal }) => callAdmin(readMetrics, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
  if (!metrics.data || metrics.error) return <QueryState query={metrics} {...LOADING} />;
  return <DaysView metrics={metrics.data} />;
}

const LOADING = { what: 'Error al cargar las ventas', lines: 1, height: '14rem' };

const days = (count: number) => (count === 1 ? '1 día' : `${count.toLocaleString('es-CL')} días`);

/** Sales by day and by city, and how long new orders wait. */
function DaysView({ metrics }: { metrics: Metrics }) {
  const { pendingAge, topCities } = metrics;
  const sold = metrics.days.reduce((sum, { revenue }) => sum + revenue, 0);
  const orders = metrics.days.reduce((sum, day) => sum + day.orders, 0);
  const bars = metrics.days.map(({ day: from, orders, revenue: amount }) => {
    const text = `${formatDay(from)}: ${formatPesos(amount)}, ${orders} pedidos`;
    return { from, text, amount, paid: amount };
  });
  return (
    <div className={styles.days}>
      <Facts
        facts={[
          ['Ventas del período', `${formatPesos(sold)} en ${orders} pedidos`],
          ['Pedido promedio', formatPesos(metrics.averageOrder)],
          ['Pendientes', pendingText(pendingAge)],
        ]}
      />
      <section aria-label="Ventas por día">
        <SalesChart bars={bars} per=" al día" nameOf={formatDay} />
      </section>
      {topCities.length > 0 && (
        <section className="stack-2" aria-label="Ciudades con más pedidos">
          <h4>Ciudades con más pedidos en 12 meses</h4>
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
