import { useSyncExternalStore } from 'react';
import { connection } from '#web/lib/connection.ts';
import styles from './ConnectionBar.module.css';

const texts = {
  up: null,
  down: 'Sin conexión: tu avance queda guardado en este navegador.',
  back: 'Conexión recuperada',
};

/** Says that the network is gone, and that it is back; always there, so that it is heard. */
export function ConnectionBar() {
  const state = useSyncExternalStore(connection.subscribe, connection.get, () => 'up' as const);
  return (
    <div role="status" className={styles.bar} data-connection={state}>
      {texts[state]}
    </div>
  );
}
