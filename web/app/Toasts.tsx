import { useSyncExternalStore } from 'react';
import { Toaster } from 'sonner';
import styles from './Toasts.module.css';

const narrow = '(width < 40rem)';

function watchWidth(listener: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Short news at the window's lower edge, above the bar with the price. */
export function Toasts() {
  const isNarrow = useSyncExternalStore(watchWidth, () => matchMedia(narrow).matches);
  return (
    <Toaster
      className={styles.toasts ?? ''}
      position={isNarrow ? 'bottom-center' : 'bottom-right'}
      duration={4000}
      theme="system"
      offset={{ bottom: '6.5rem' }}
      mobileOffset={{ bottom: '8.5rem' }}
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso' }}
    />
  );
}
