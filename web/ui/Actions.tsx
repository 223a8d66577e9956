import type { ReactNode } from 'react';
import styles from './Actions.module.css';
import { Button } from './Button.tsx';

type Props = {
  /** Omitted: there is no button that closes the window. */
  onCancel?: () => void;
  cancel?: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** A window's last row: on a phone it stays at the lower edge, in reach of the thumb. */
export function Actions({ onCancel, cancel = 'Cancelar', isBusy = false, children }: Props) {
  return (
    <div className={styles.actions}>
      {onCancel && (
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          {cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
