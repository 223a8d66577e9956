import { useState } from 'react';
import { session } from '#web/features/people/current-session.ts';
import {
  IdentityProblem,
  MIN_PASSWORD_LENGTH,
  newPasswordProblem,
  PasswordField,
} from '#web/features/people/sign-in/credential-fields.tsx';
import { identityMessages } from '#web/identity/messages.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay, type ReturnLink } from '#web/lib/overlays.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { signInInstead, useLinkTasks } from './link-tasks.ts';
import { VerificationExpiredDialog, VerifiedDialog, VerifyDialog } from './VerifyDialog.tsx';

export type AccountLink = Exclude<ReturnLink, { name: 'order' }>;

export function LinkDialog({ link }: { link: AccountLink }) {
  switch (link.name) {
    case 'verified':
      return <VerifiedDialog />;
    case 'verify':
      return <VerifyDialog token={link.token} />;
    case 'verificationExpired':
      return <VerificationExpiredDialog />;
    case 'reset':
      return <ResetDialog token={link.token} />;
    case 'resetExpired':
      return <ResetExpiredDialog />;
    case 'firstEntryEnded':
      return <FirstEntryEndedDialog isUsed={link.isUsed} />;
    case 'recover':
      return <RecoverDialog />;
  }
}

/** For a user who was notified of an account change that they did not make. */
function RecoverDialog() {
  return (
    <Dialog title="Recupera tu cuenta" width="narrow" onClose={closeOverlay}>
      <p>
        Pide un enlace para elegir una contraseña nueva. Al usarlo se cierran todas las sesiones de
        tu cuenta, también las de otras personas.
      </p>
      <Button onClick={() => signInInstead('forgot')}>Pedir un enlace</Button>
    </Dialog>
  );
}

function ResetDialog({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { busy, error, run, fail } = useLinkTasks<'save'>('resetExpired');
  const isBusy = busy !== null;

  const submit = () => {
    if (isBusy) return;
    const problem = newPasswordProblem(password, confirmation);
    if (problem) return fail(problem);
    run('save', async () => {
      await session.links.resetPassword({ token, password });
      setDone(true);
      // The user who was signed in here no longer is.
      await session.reload().catch((cause: unknown) => logFailure('session', cause));
    });
  };

  if (isDone) {
    return (
      <Dialog title="Contraseña cambiada" width="narrow" onClose={closeOverlay}>
        <Notice tone="success">
          Tu contraseña nueva ya funciona. Cerramos todas las sesiones que había abiertas.
        </Notice>
        <Button onClick={() => signInInstead()}>Iniciar Sesión</Button>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Elige tu contraseña nueva"
      width="narrow"
      locked={isBusy}
      isTyped={password !== '' || confirmation !== ''}
      onClose={closeOverlay}
    >
      <Form noValidate onSend={submit}>
        <IdentityProblem error={error} />
        <PasswordField
          label="Contraseña nueva"
          isFirst
          name="password"
          autoComplete="new-password"
          hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres`}
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          label="Confirmar contraseña"
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Cargando...' : 'Guardar contraseña'}
        </Button>
      </Form>
    </FormDialog>
  );
}

function ResetExpiredDialog() {
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      <p>{identityMessages['link-expired']}</p>
      <Button onClick={() => signInInstead('forgot')}>Pedir un enlace nuevo</Button>
    </Dialog>
  );
}

function FirstEntryEndedDialog({ isUsed }: { isUsed: boolean }) {
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      <p>{identityMessages[isUsed ? 'first-entry-used' : 'first-entry-expired']}</p>
      {isUsed ? (
        <Button onClick={() => signInInstead()}>Iniciar Sesión</Button>
      ) : (
        <Button onClick={closeOverlay}>Entendido</Button>
      )}
    </Dialog>
  );
}
