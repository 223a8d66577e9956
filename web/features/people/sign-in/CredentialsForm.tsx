import { type FormEvent, useRef, useState } from 'react';
import { describeIdentityError } from '#web/identity/messages.ts';
import { logFailure } from '#web/lib/log.ts';
import type { SignInMode } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import {
  emailProblem,
  MIN_PASSWORD_LENGTH,
  newEmailProblem,
  newPasswordProblem,
} from './check-credentials.ts';
import { EmailField } from './EmailField.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import { PasswordField } from './PasswordField.tsx';
import styles from './SignIn.module.css';

type Props = {
  mode: 'signIn' | 'signUp';
  email: string;
  onEmail: (email: string) => void;
  onMode: (mode: SignInMode) => void;
  onDone: () => void;
};

export function CredentialsForm({ mode, email, onEmail, onMode, onDone }: Props) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'form' | 'google' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isSignUp = mode === 'signUp';

  const attempt = async (kind: 'form' | 'google', work: () => Promise<unknown>) => {
    setProblem(null);
    setBusy(kind);
    try {
      await work();
      onDone();
    } catch (error) {
      logFailure('sign-in', error);
      setProblem(describeIdentityError(error));
    } finally {
      setBusy(null);
    }
  };

  const findProblem = (address: string) =>
    (isSignUp
      ? (newEmailProblem(address) ?? newPasswordProblem(password, confirmation))
      : emailProblem(address)) ?? (password ? null : 'Ingresa tu contraseña');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const address = email.trim();
    const found = findProblem(address);
    if (found) return setProblem(found);
    const credentials = { email: address, password };
    void attempt('form', () =>
      isSignUp ? session.signUp(credentials) : session.signIn(credentials),
    );
  };

  const switchTo = (next: SignInMode) => {
    setProblem(null);
    setPassword('');
    setConfirmation('');
    onMode(next);
    form.current?.querySelector<HTMLInputElement>('input')?.focus();
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <EmailField value={email} onChange={onEmail} />
      <PasswordField
        label="Contraseña"
        name="password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        hint={isSignUp ? `Al menos ${MIN_PASSWORD_LENGTH} caracteres` : undefined}
        value={password}
        onChange={setPassword}
      />
      {isSignUp && (
        <PasswordField
          label="Confirmar contraseña"
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
        />
      )}
      <Button type="submit" busy={busy === 'form'} disabled={busy !== null}>
        {busy === 'form' ? 'Cargando...' : isSignUp ? 'Crear Cuenta' : 'Iniciar Sesión'}
      </Button>
      {!isSignUp && (
        <Button variant="quiet" onClick={() => switchTo('forgot')}>
          ¿Olvidaste tu contraseña?
        </Button>
      )}
      <p className={styles.or}>
        <span>o</span>
      </p>
      <Button
        variant="secondary"
        busy={busy === 'google'}
        disabled={busy !== null}
        onClick={() => void attempt('google', session.signInWithGoogle)}
      >
        {busy !== 'google' && <GoogleMark />}
        Continuar con Google
      </Button>
      {busy === 'google' && (
        <p role="status">Sigue en la ventana de Google. Si la cierras, vuelves aquí.</p>
      )}
      <p className={styles.other}>
        {isSignUp ? '¿Ya tienes cuenta?' : '¿No tienes cuenta?'}{' '}
        <Button variant="quiet" onClick={() => switchTo(isSignUp ? 'signIn' : 'signUp')}>
          {isSignUp ? 'Iniciar sesión' : 'Crear cuenta'}
        </Button>
      </p>
    </form>
  );
}
