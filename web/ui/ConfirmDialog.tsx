import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  cancel: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** Asks before something is done. */
export function ConfirmDialog(props: Props) {
  const { title, confirm, cancel, busy = false, onConfirm, onCancel, children } = props;
  return (
    <Dialog title={title} width="narrow" locked={busy} onClose={onCancel}>
      {children}
      <div className={styles.actions}>
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          {cancel}
        </Button>
        <Button busy={busy} data-autofocus onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
