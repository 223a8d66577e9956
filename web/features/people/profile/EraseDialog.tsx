import { useState } from 'react';
import { eraseProfile } from '#contract/privacy.ts';
import { type Account, accountOf, accountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { OTHER_ACCOUNT } from '../fresh-sign-in/FreshSignInDialog.tsx';
import { closeOverlay } from '../overlays.ts';
import { ReauthenticationDeclined } from '../use-fresh-sign-in.tsx';
import { useReauthentication } from '../use-reauthentication.tsx';

type Props = { account: Account; onClose: () => void };

export function EraseDialog({ account, onClose }: Props) {
  const [{ uid }] = useState(account);
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const { withReauthentication, reauthentication } = useReauthentication(account);

  const erase = async () => {
    setState('busy');
    setProblem(null);
    try {
      await withReauthentication(async () => {
        const isAnother = accountOf(accountState.get())?.uid !== uid;
        if (isAnother) throw new Error(OTHER_ACCOUNT);
        return callApi(eraseProfile);
      });
      setState('done');
    } catch (error) {
      setState('asking');
      if (error instanceof ReauthenticationDeclined) return;
      logFailure('account erasure', error);
      const text = error instanceof Error ? error.message : '';
      setProblem(text || 'No pudimos eliminar tu cuenta. Intenta de nuevo');
    }
  };

  /** The session is over; this browser still believes in it. */
  const leave = () => {
    closeOverlay();
    void session.signOut().catch((error: unknown) => logFailure('sign-out', error));
  };

  if (state === 'done') {
    return (
      <Dialog title="Cuenta eliminada" width="narrow" onClose={leave}>
        <p>Borramos tu cuenta y tus datos.</p>
        <Actions>
          <Button data-autofocus onClick={leave}>
            Cerrar
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title="¿Eliminar tu cuenta?"
      confirm="Eliminar mi cuenta"
      cancel="Volver"
      focus="cancel"
      busy={state === 'busy'}
      onConfirm={() => void erase()}
      onCancel={onClose}
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <p>
        Borramos para siempre tu cuenta, tu dirección, tus imágenes y tus datos en los pedidos. De
        cada pedido quedan solo su número, la fecha, la comuna y los montos.
      </p>
      <p>No se puede deshacer.</p>
      {reauthentication}
    </ConfirmDialog>
  );
}
