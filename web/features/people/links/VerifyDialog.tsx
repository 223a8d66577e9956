import { type FormEvent, useState } from 'react';
import { toIdentityError } from '#web/identity/errors.ts';
import { describeIdentityError } from '#web/identity/messages.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { closeOverlay, openLink } from '../overlays.ts';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import styles from '../sign-in/SignIn.module.css';
import { readTokenEmail } from './read-token-email.ts';

type Stage = { name: 'asking' | 'verifying' | 'rejecting' | 'rejected' } | Failed;
type Failed = { name: 'failed'; problem: string };

/** Verifies an e-mail where its account is not signed in, or removes an account never asked for. */
export function VerifyDialog({ token }: { token: string }) {
  const state = useAccountState();
  const account = accountOf(state);
  /** Whether it may still turn out that the reader is signed in. */
  const isLooking = state.name === 'unknown';
  const [stage, setStage] = useState<Stage>({ name: 'asking' });
  const [password, setPassword] = useState('');
  const email = readTokenEmail(token);
  const isOwner = account !== null && account.email === email;
  const isBusy = stage.name === 'verifying' || stage.name === 'rejecting';

  const attempt = async (name: 'verifying' | 'rejecting', work: () => Promise<void>) => {
    setStage({ name });
    try {
      await work();
    } catch (error) {
      logFailure('verification link', error);
      if (toIdentityError(error).code === 'link-expired') openLink({ name: 'verificationExpired' });
      else setStage({ name: 'failed', problem: describeIdentityError(error) });
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isOwner && !password) {
      setStage({ name: 'failed', problem: 'Ingresa tu contraseña' });
      return;
    }
    void attempt('verifying', async () => {
      if (!isOwner) await session.signIn({ email, password });
      await session.links.verifyEmail(token);
      openLink({ name: 'verified' });
    });
  };

  const reject = () =>
    void attempt('rejecting', async () => {
      await session.links.rejectAccount(token);
      setStage({ name: 'rejected' });
    });

  if (stage.name === 'rejected') {
    return (
      <Dialog title="Gracias por avisar" width="narrow" onClose={closeOverlay}>
        <Notice tone="success">Eliminamos la cuenta que alguien abrió con {email}.</Notice>
        <Button onClick={closeOverlay}>Entendido</Button>
      </Dialog>
    );
  }
  return (
    <Dialog title="Verifica tu email" width="narrow" locked={isBusy} onClose={closeOverlay}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>
          {isOwner ? 'Confirma que este email es tuyo: ' : 'Escribe la contraseña de la cuenta de '}
          <strong>{email || 'tu email'}</strong>
          {isOwner ? '.' : ' para verificarla.'}
        </p>
        {account && !isOwner && (
          <p>Ahora tienes abierta la sesión de {account.email}; la cambiaremos por esta.</p>
        )}
        {stage.name === 'failed' && <Notice tone="error">{stage.problem}</Notice>}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        {!isOwner && !isLooking && (
          <PasswordField
            label="Contraseña"
            name="password"
            autoComplete="current-password"
            isFirst
            value={password}
            onChange={setPassword}
          />
        )}
        <Button type="submit" busy={stage.name === 'verifying'} disabled={isBusy || isLooking}>
          {stage.name === 'verifying' ? 'Cargando...' : 'Verificar mi email'}
        </Button>
        {!isOwner && (
          <Button variant="quiet" disabled={isBusy} onClick={() => openSignIn('forgot')}>
            ¿Olvidaste tu contraseña?
          </Button>
        )}
        <p className={styles.or}>
          <span>o</span>
        </p>
        <p>¿No abriste ninguna cuenta aquí? Avísanos y la eliminamos.</p>
        <Button
          variant="secondary"
          busy={stage.name === 'rejecting'}
          disabled={isBusy}
          onClick={reject}
        >
          No fui yo
        </Button>
      </form>
    </Dialog>
  );
}
