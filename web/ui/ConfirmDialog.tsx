import type { ReactNode } from 'react';
import { Actions } from './Actions.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  cancel?: string;
  busy?: boolean;
  /** The button with the initial focus: 'confirm' if confirming loses nothing. */
  focus?: 'confirm' | 'cancel';
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
};

export function ConfirmDialog(props: Props) {
  const { title, confirm, cancel = 'Cancelar', busy = false, focus = 'cancel' } = props;
  const { onConfirm, onCancel, children } = props;
  return (
    <Dialog title={title} width="narrow" locked={busy} onClose={onCancel}>
      {children}
      <Actions>
        <Button
          variant="secondary"
          disabled={busy}
          data-autofocus={focus === 'cancel' || undefined}
          onClick={onCancel}
        >
          {cancel}
        </Button>
        <Button busy={busy} data-autofocus={focus === 'confirm' || undefined} onClick={onConfirm}>
          {confirm}
        </Button>
      </Actions>
    </Dialog>
  );
}
