import { Toaster } from 'sonner';
import { useMedia } from '#web/ui/use-media.ts';
import styles from './Toasts.module.css';

/** Above the bar with the price, where there is one. */
const LIFT = { bottom: 'calc(var(--bar-cover, 0px) + var(--space-4))' };

export function Toasts() {
  const isNarrow = useMedia('(width < 40rem)');
  return (
    <Toaster
      className={styles.toasts ?? ''}
      position={isNarrow ? 'bottom-center' : 'bottom-right'}
      duration={4000}
      theme="system"
      style={{ '--width': 'var(--toast-width)' }}
      offset={LIFT}
      mobileOffset={LIFT}
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso' }}
    />
  );
}
