import type { OrderStats } from '#contract/admin/orders.ts';
import { useOrderStats } from './queries.ts';
import styles from './StatCards.module.css';

const cards: readonly (readonly [name: string, key: keyof OrderStats])[] = [
  ['Total de pedidos', 'totalOrders'],
  ['Usuarios registrados', 'registeredUserOrders'],
  ['Invitados', 'guestOrders'],
  ['Pendientes', 'pendingOrders'],
];

const count = new Intl.NumberFormat('es-CL');

/** Four figures about all orders. Why they are missing is told by the list below. */
export function StatCards() {
  const { data } = useOrderStats();
  return (
    <dl className={styles.cards} aria-busy={!data}>
      {cards.map(([name, key]) => (
        <div key={key} className={styles.card}>
          <dt>{name}</dt>
          <dd className={styles.figure}>{data ? count.format(data[key]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
