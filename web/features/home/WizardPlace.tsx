import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { WizardPlaceHandle } from './use-wizard-place.ts';
import styles from './WizardPlace.module.css';

export function WizardPlace({ wizard: { loading, calls, open } }: { wizard: WizardPlaceHandle }) {
  const place = useRef<HTMLElement>(null);
  const isWaiting = loading !== null && loading.name !== 'ready';

  useEffect(() => {
    if (calls > 0 && isWaiting && place.current) scrollToTop(place.current);
  }, [calls, isWaiting]);

  if (!loading) return null;
  return (
    <section ref={place} className={styles.place} aria-label="Tu pedido">
      {loading.name === 'ready' && <loading.module.Wizard calls={calls} opening={<Opening />} />}
      {(loading.name === 'idle' || loading.name === 'loading') && <Opening />}
      {loading.name === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>No pudimos abrir el formulario de pedido. Revisa tu conexión e intenta de nuevo.</p>
          <div className={styles.actions}>
            <Button onClick={open}>Reintentar</Button>
            <Button variant="secondary" onClick={() => location.reload()}>
              Recargar la página
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

/** Holds the place of the wizard's first screen. */
function Opening() {
  return (
    <div className={styles.waiting}>
      <p className={styles.words} role="status">
        <Spinner /> Preparando tu mesa de trabajo…
      </p>
      <div aria-hidden="true">
        <Skeleton lines={4} height="4.5rem" />
      </div>
    </div>
  );
}
