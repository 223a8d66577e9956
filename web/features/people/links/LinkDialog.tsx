import { type FormEvent, useState } from 'react';
import { session } from '#web/features/people/current-session.ts';
import {
  MIN_PASSWORD_LENGTH,
  newPasswordProblem,
  PasswordField,
} from '#web/features/people/sign-in/PasswordField.tsx';
import styles from '#web/features/people/sign-in/SignIn.module.css';
import { toIdentityError } from '#web/identity/errors.ts';
import { describeIdentityError, identityMessages } from '#web/identity/messages.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay, openLink, type ReturnLink } from '#web/lib/overlays.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
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
    case 'recover':
      return <RecoverDialog />;
  }
}

/** For a user who was notified of an account change that they did not make. */
function RecoverDialog() {
  const ask = () => {
    closeOverlay();
    openSignIn('forgot');
  };
  return (
    <Dialog title="Recupera tu cuenta" width="narrow" onClose={closeOverlay}>
      <p>
        Pide un enlace para elegir una contraseña nueva. Al usarlo se cierran todas las sesiones de
        tu cuenta, también las de otras personas.
      </p>
      <Button onClick={ask}>Pedir un enlace</Button>
    </Dialog>
  );
}

type Stage = { name: 'asking' | 'busy' | 'done' } | { name: 'failed'; problem: string };

function ResetDialog({ token }: { token: string }) {
  const [stage, setStage] = useState<Stage>({ name: 'asking' });
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const isBusy = stage.name === 'busy';

  const save = async () => {
    setStage({ name: 'busy' });
    try {
      await session.links.resetPassword({ token, password });
      setStage({ name: 'done' });
      // The user who was signed in here no longer is.
      await session.reload().catch((error: unknown) => logFailure('session', error));
    } catch (error) {
      logFailure('new password', error);
      if (toIdentityError(error).code === 'link-expired') openLink({ name: 'resetExpired' });
      else setStage({ name: 'failed', problem: describeIdentityError(error) });
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = newPasswordProblem(password, confirmation);
    if (problem) setStage({ name: 'failed', problem });
    else void save();
  };

  if (stage.name === 'done') {
    const signIn = () => {
      closeOverlay();
      openSignIn();
    };
    return (
      <Dialog title="Contraseña cambiada" width="narrow" onClose={closeOverlay}>
        <Notice tone="success">
          Tu contraseña nueva ya funciona. Cerramos todas las sesiones que había abiertas.
        </Notice>
        <Button onClick={signIn}>Iniciar Sesión</Button>
      </Dialog>
    );
  }
  return (
    <Dialog title="Elige tu contraseña nueva" width="narrow" locked={isBusy} onClose={closeOverlay}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {stage.name === 'failed' && <Notice tone="error">{stage.problem}</Notice>}
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
      </form>
    </Dialog>
  );
}

function ResetExpiredDialog() {
  const ask = () => {
    closeOverlay();
    openSignIn('forgot');
  };
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      <p>{identityMessages['link-expired']}</p>
      <Button onClick={ask}>Pedir un enlace nuevo</Button>
    </Dialog>
  );
}
