import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './OrderDesk.module.css';
import type { OrderDeskHandle } from './use-order-desk.ts';

/** The place on the home page where the order wizard appears. */
export function OrderDesk({ desk: { state, calls, open } }: { desk: OrderDeskHandle }) {
  const place = useRef<HTMLElement>(null);
  const isWaiting = state.name === 'loading' || state.name === 'failed';

  useEffect(() => {
    if (calls > 0 && isWaiting && place.current) scrollToTop(place.current);
  }, [calls, isWaiting]);

  if (state.name === 'closed') return null;
  return (
    <section ref={place} className={styles.desk} aria-label="Tu pedido">
      {state.name === 'open' && <state.Wizard calls={calls} />}
      {state.name === 'loading' && (
        <p className={styles.waiting} role="status">
          <Spinner /> Preparando tu mesa de trabajo…
        </p>
      )}
      {state.name === 'failed' && (
        <div className={styles.waiting} role="alert">
          <p>No pudimos abrir el formulario de pedido. Revisa tu conexión e intenta de nuevo.</p>
          <div className={styles.actions}>
            <Button onClick={open}>Reintentar</Button>
            <Button look="secondary" onClick={() => location.reload()}>
              Recargar la página
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
