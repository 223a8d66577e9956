import type { OrderStats } from '#contract/orders/orders-admin.ts';
import { QueryFailed } from '#web/panel/Failure.tsx';
import { type FilterForm, noFilter } from './order-filter.ts';
import { useOrderStats } from './queries.ts';
import styles from './StatCards.module.css';

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

type Props = {
  /** The list of orders has loaded or failed, which it shows itself. */
  hasList: boolean;
  /** Filters the list to the orders that a figure counts. */
  onPick: (filter: FilterForm) => void;
};

export function StatCards({ hasList, onPick }: Props) {
  const stats = useOrderStats();
  const { data } = stats;
  const isLoading = !data && stats.isFetching;
  return (
    <>
      <dl className={styles.cards} aria-busy={isLoading}>
        {cards.map(({ name, key, filter }) => (
          <div key={key} className={styles.card}>
            <dt>{name}</dt>
            <dd className={isLoading ? `breathes ${styles.figure}` : styles.figure}>
              {data ? (
                <button
                  type="button"
                  className={`plain ${styles.pick}`}
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
      {hasList && <QueryFailed what="Error al cargar los datos de administracion" query={stats} />}
    </>
  );
}
