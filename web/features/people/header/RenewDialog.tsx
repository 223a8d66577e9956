import { logFailure } from '#web/lib/log.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { session } from '../current-session.ts';

/** Asks whether to log out and in again, for errors that this resolves. */
export function RenewDialog({ problem, onClose }: { problem: string; onClose: () => void }) {
  const { isBusy, run } = useTask(async () => {
    await session.signOut().catch((error: unknown) => logFailure('sign-out', error));
    onClose();
    openSignIn();
  });
  return (
    <ConfirmDialog
      title="¿Cerrar sesión y volver a entrar?"
      confirm="Cerrar sesión"
      cancel="Ahora no"
      focus="confirm"
      busy={isBusy}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{problem}</p>
      <p>Si aceptas, cerramos tu sesión y podrás iniciarla de nuevo enseguida.</p>
    </ConfirmDialog>
  );
}
