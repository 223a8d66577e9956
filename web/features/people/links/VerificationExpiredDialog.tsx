import { useState } from 'react';
import { describeIdentityError, identityMessages } from '#web/identity/messages.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { closeOverlay } from '../overlays.ts';

type Stage = { name: 'asking' | 'busy' | 'sent' } | { name: 'failed'; problem: string };

export function VerificationExpiredDialog() {
  const account = accountOf(useAccountState());
  const [stage, setStage] = useState<Stage>({ name: 'asking' });
  const isSettled = account?.emailVerified || stage.name === 'sent';
  const send = async () => {
    setStage({ name: 'busy' });
    try {
      await session.sendVerification();
      setStage({ name: 'sent' });
    } catch (error) {
      logFailure('verification', error);
      setStage({ name: 'failed', problem: describeIdentityError(error) });
    }
  };
  const signIn = () => {
    closeOverlay();
    openSignIn();
  };
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      {!isSettled && <p>{identityMessages['link-expired']}</p>}
      {stage.name === 'failed' && <Notice tone="error">{stage.problem}</Notice>}
      {account?.emailVerified && (
        <Notice tone="success">No hace falta: {account.email} ya está verificado.</Notice>
      )}
      {account && !isSettled && (
        <Button busy={stage.name === 'busy'} onClick={() => void send()}>
          Enviar un enlace nuevo
        </Button>
      )}
      {stage.name === 'sent' && account && (
        <Notice tone="success">Te enviamos un enlace nuevo a {account.email}.</Notice>
      )}
      {account && isSettled && <Button onClick={closeOverlay}>Entendido</Button>}
      {!account && (
        <>
          <p>Inicia sesión y pide uno nuevo con el botón Verificar.</p>
          <Button onClick={signIn}>Iniciar Sesión</Button>
        </>
      )}
    </Dialog>
  );
}
