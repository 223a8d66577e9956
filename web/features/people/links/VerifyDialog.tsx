import { type FormEvent, useEffect, useState } from 'react';
import { session } from '#web/features/people/current-session.ts';
import { PasswordField } from '#web/features/people/sign-in/PasswordField.tsx';
import styles from '#web/features/people/sign-in/SignIn.module.css';
import { toIdentityError } from '#web/identity/errors.ts';
import { describeIdentityError, identityMessages } from '#web/identity/messages.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay, openLink } from '#web/lib/overlays.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

type VerifyStage = { name: 'asking' | 'verifying' | 'rejecting' | 'rejected' } | Failed;
type Failed = { name: 'failed'; problem: string };

/** Verifies an e-mail without a session, or removes an account that its owner never created. */
export function VerifyDialog({ token }: { token: string }) {
  const state = useAccountState();
  const account = accountOf(state);
  /** Whether the reader may still turn out to be signed in. */
  const isLooking = state.name === 'unknown';
  const [stage, setStage] = useState<VerifyStage>({ name: 'asking' });
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

type ResendStage = { name: 'asking' | 'busy' | 'sent' } | { name: 'failed'; problem: string };

export function VerificationExpiredDialog() {
  const account = accountOf(useAccountState());
  const [stage, setStage] = useState<ResendStage>({ name: 'asking' });
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

type Finding =
  | { name: 'looking' | 'signedOut' | 'unclear' }
  | { name: 'verified' | 'unverified'; email: string };

async function look(): Promise<Finding> {
  const user = await session.links.afterVerification();
  if (!user) return { name: 'signedOut' };
  return { name: user.emailVerified ? 'verified' : 'unverified', email: user.email };
}

/** Target of the verification mail's link; shows the provider's current state. */
export function VerifiedDialog() {
  const [finding, setFinding] = useState<Finding>({ name: 'looking' });
  useEffect(() => {
    look().then(setFinding, (error: unknown) => {
      logFailure('verification', error);
      setFinding({ name: 'unclear' });
    });
  }, []);
  const signIn = () => {
    closeOverlay();
    openSignIn();
  };
  return (
    <Dialog title="Verificación de tu email" width="narrow" onClose={closeOverlay}>
      {finding.name === 'looking' && (
        <p role="status">
          <Spinner /> Comprobando…
        </p>
      )}
      {finding.name === 'verified' && (
        <>
          <Notice tone="success">¡Listo! Verificaste {finding.email}.</Notice>
          <p>Si pediste antes sin cuenta con este email, ya ves esos pedidos en tu perfil.</p>
          <Button onClick={closeOverlay}>Continuar</Button>
        </>
      )}
      {finding.name === 'unverified' && (
        <>
          <Notice tone="error">{finding.email} todavía no está verificado.</Notice>
          <p>Pide un enlace nuevo con el botón Verificar, arriba en la página.</p>
          <Button onClick={closeOverlay}>Entendido</Button>
        </>
      )}
      {finding.name === 'signedOut' && (
        <>
          <p>Inicia sesión para ver si tu email quedó verificado.</p>
          <Button onClick={signIn}>Iniciar Sesión</Button>
        </>
      )}
      {finding.name === 'unclear' && (
        <>
          <Notice tone="error">No pudimos comprobar la verificación. Intenta de nuevo.</Notice>
          <Button onClick={closeOverlay}>Cerrar</Button>
        </>
      )}
    </Dialog>
  );
}

/** Returns the e-mail of a verification link; empty if the link does not contain it. */
function readTokenEmail(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    );
    const claims: { email?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims.email === 'string' ? claims.email : '';
  } catch {
    return '';
  }
}
