import { useEffect, useState } from 'react';
import { session } from '#web/features/people/current-session.ts';
import {
  IdentityProblem,
  Or,
  PasswordField,
} from '#web/features/people/sign-in/credential-fields.tsx';
import { identityMessages } from '#web/identity/messages.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay, openLink } from '#web/lib/overlays.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { signInInstead, useLinkTasks } from './link-tasks.ts';

/** Verifies an e-mail without a session, or removes an account that its owner never created. */
export function VerifyDialog({ token }: { token: string }) {
  const state = useAccountState();
  const account = accountOf(state);
  /** Whether the reader may still turn out to be signed in. */
  const isLooking = state.name === 'unknown';
  const { busy, error, run, fail } = useLinkTasks<'verify' | 'reject'>('verificationExpired');
  const [isRejected, setRejected] = useState(false);
  const [password, setPassword] = useState('');
  const email = readTokenEmail(token);
  const isOwner = account !== null && account.email === email;
  const isBusy = busy !== null;

  const submit = () => {
    if (isBusy) return;
    if (!isOwner && !password) return fail('Ingresa tu contraseña');
    run('verify', async () => {
      if (!isOwner) await session.signIn({ email, password });
      await session.links.verifyEmail(token);
      openLink({ name: 'verified' });
    });
  };

  const reject = () =>
    run('reject', async () => {
      await session.links.rejectAccount(token);
      setRejected(true);
    });

  if (isRejected) {
    return (
      <Dialog title="Gracias por avisar" width="narrow" onClose={closeOverlay}>
        <Notice tone="success">Eliminamos la cuenta que alguien abrió con {email}.</Notice>
        <Button onClick={closeOverlay}>Entendido</Button>
      </Dialog>
    );
  }
  return (
    <FormDialog title="Verifica tu email" width="narrow" locked={isBusy} onClose={closeOverlay}>
      <Form noValidate onSend={submit}>
        <p>
          {isOwner ? 'Confirma que este email es tuyo: ' : 'Escribe la contraseña de la cuenta de '}
          <strong>{email || 'tu email'}</strong>
          {isOwner ? '.' : ' para verificarla.'}
        </p>
        {account && !isOwner && (
          <p>Ahora tienes abierta la sesión de {account.email}; la cambiaremos por esta.</p>
        )}
        <IdentityProblem error={error} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
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
        <Button type="submit" busy={busy === 'verify'} disabled={isBusy || isLooking}>
          {busy === 'verify' ? 'Cargando...' : 'Verificar mi email'}
        </Button>
        {!isOwner && (
          <Button variant="quiet" disabled={isBusy} onClick={() => openSignIn('forgot')}>
            ¿Olvidaste tu contraseña?
          </Button>
        )}
        <Or />
        <p>¿No abriste ninguna cuenta aquí? Avísanos y la eliminamos.</p>
        <Button variant="secondary" busy={busy === 'reject'} disabled={isBusy} onClick={reject}>
          No fui yo
        </Button>
      </Form>
    </FormDialog>
  );
}

export function VerificationExpiredDialog() {
  const account = accountOf(useAccountState());
  const [isSent, setSent] = useState(false);
  const isSettled = account?.emailVerified || isSent;
  const { isBusy, error, run } = useTask(async () => {
    await session.sendVerification();
    setSent(true);
  }, 'verification');
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      {!isSettled && <p>{identityMessages['link-expired']}</p>}
      <IdentityProblem error={error} />
      {account?.emailVerified && (
        <Notice tone="success">No hace falta: {account.email} ya está verificado.</Notice>
      )}
      {account && !isSettled && (
        <Button busy={isBusy} onClick={run}>
          Enviar un enlace nuevo
        </Button>
      )}
      {isSent && account && (
        <Notice tone="success">Te enviamos un enlace nuevo a {account.email}.</Notice>
      )}
      {account && isSettled && <Button onClick={closeOverlay}>Entendido</Button>}
      {!account && (
        <>
          <p>Inicia sesión y pide uno nuevo con el botón Verificar.</p>
          <Button onClick={() => signInInstead()}>Iniciar Sesión</Button>
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
          <Button onClick={() => signInInstead()}>Iniciar Sesión</Button>
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
