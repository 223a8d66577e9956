import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { FlashText } from '#web/ui/use-flash.ts';
import { useTask } from '#web/ui/use-task.ts';
import { restore } from './restore.ts';
import styles from './UndoDelete.module.css';

type Props = {
  id: string;
  onRestored: (tone: FlashText['tone'], text: string) => void;
  onDismiss: () => void;
};

export function UndoDelete({ id, onRestored, onDismiss }: Props) {
  const client = useQueryClient();
  const notice = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // By now the window of the deleted order has given its focus back.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
    button.current?.focus({ preventScroll: true });
  }, []);
  const undo = useTask(async () => {
    const { message } = await restore(client, id);
    onRestored('success', message);
    onDismiss();
  });
  return (
    <>
      <Notice ref={notice} tone="info" className={styles.undo}>
        <span>
          Eliminaste el pedido <span className={styles.id}>{id}</span>. Queda 7 días en la papelera.
        </span>
        <span className={styles.actions}>
          <Button variant="quiet" busy={undo.isBusy} ref={button} onClick={undo.run}>
            Deshacer
          </Button>
          <Button variant="quiet" disabled={undo.isBusy} onClick={onDismiss}>
            Cerrar aviso
          </Button>
        </span>
      </Notice>
      {undo.error !== null && (
        <Failure
          error={undo.error}
          text={describeFailure('Error al restaurar el pedido', undo.error)}
        />
      )}
    </>
  );
}
