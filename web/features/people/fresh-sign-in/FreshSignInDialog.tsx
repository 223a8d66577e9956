import { type FormEvent, useState } from 'react';
import { describeIdentityError } from '#web/identity/messages.ts';
import { type Account, accountOf, accountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { isGoogleUser } from '../session.ts';
import { GoogleMark } from '../sign-in/GoogleMark.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import styles from '../sign-in/SignIn.module.css';

export const OTHER_ACCOUNT = 'Entraste con otra cuenta. Confirma con la misma con la que empezaste';

type Props = { account: Account; onDone: () => void; onClose: () => void };

export function FreshSignInDialog({ account: asked, onDone, onClose }: Props) {
  // Keeps the first account, in case another one signs in by mistake.
  const [account] = useState(asked);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'form' | 'google' | null>(null);
  const { email } = account;
  const hasPassword = account.providers.includes('password');

  const attempt = async (kind: 'form' | 'google', signIn: () => Promise<unknown>) => {
    setProblem(null);
    setBusy(kind);
    try {
      await signIn();
      if (accountOf(accountState.get())?.uid === account.uid) return onDone();
      setProblem(OTHER_ACCOUNT);
    } catch (error) {
      logFailure('fresh sign-in', error);
      setProblem(describeIdentityError(error));
    } finally {
      setBusy(null);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!password) return setProblem('Ingresa tu contraseña');
    void attempt('form', () => session.signIn({ email, password }));
  };

  return (
    <Dialog
      title="Confirma que eres tú"
      subtitle={email}
      width="narrow"
      locked={busy !== null}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>Por seguridad, vuelve a iniciar sesión para hacer esto.</p>
        {problem && <Notice tone="error">{problem}</Notice>}
        {hasPassword && (
          <>
            {/* Tells password managers whose password it is. */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Contraseña"
              name="password"
              isFirst
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <Button type="submit" busy={busy === 'form'} disabled={busy !== null}>
              {busy === 'form' ? 'Cargando...' : 'Confirmar'}
            </Button>
          </>
        )}
        {isGoogleUser(account) && (
          <Button
            variant="secondary"
            busy={busy === 'google'}
            disabled={busy !== null}
            onClick={() => void attempt('google', session.signInWithGoogle)}
          >
            {busy !== 'google' && <GoogleMark />}
            Continuar con Google
          </Button>
        )}
      </form>
    </Dialog>
  );
}
