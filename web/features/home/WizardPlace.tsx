import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { scrollToTop } from '#web/ui/motion.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { WizardPlaceHandle } from './use-wizard-place.ts';
import styles from './WizardPlace.module.css';

const offers = {
  begun: ['Tienes un pedido a medias guardado en este navegador.', 'Seguir con mi pedido'],
  code: ['Tienes un código de descuento para tu pedido.', 'Usar mi código'],
  placed: ['Recibimos tu último pedido.', 'Ver mi último pedido'],
} as const;

export function WizardPlace({ wizard }: { wizard: WizardPlaceHandle }) {
  const { loading, calls, offer, open } = wizard;
  const place = useRef<HTMLElement>(null);
  const isWaiting = loading !== null && loading.name !== 'ready';

  useEffect(() => {
    if (calls > 0 && isWaiting && place.current) scrollToTop(place.current);
  }, [calls, isWaiting]);

  if (offer) {
    const [text, label] = offers[offer];
    return (
      <section className={styles.place} aria-label="Tu pedido">
        <div className={styles.offer}>
          <p>{text}</p>
          <Button variant="secondary" onClick={open}>
            {label}
          </Button>
        </div>
      </section>
    );
  }
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
