import { type FormEvent, useRef, useState } from 'react';
import { DELIVERY_LIMITS } from '#domain/delivery.ts';
import { session } from '#web/features/people/current-session.ts';
import { describeIdentityError } from '#web/identity/messages.ts';
import { useAccountState } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeSignIn, type SignInMode } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import {
  emailProblem,
  MIN_PASSWORD_LENGTH,
  newEmailProblem,
  newPasswordProblem,
  PasswordField,
} from './PasswordField.tsx';
import styles from './SignIn.module.css';

const titles: Record<SignInMode, string> = {
  signIn: 'Iniciar Sesión',
  signUp: 'Crear Cuenta',
  forgot: 'Recuperar contraseña',
};

type Props = {
  mode: SignInMode;
  /** Already typed elsewhere, or known from the link. */
  email?: string | undefined;
};

export function SignInDialog({ mode: first, email: known }: Props) {
  const state = useAccountState();
  const [mode, setMode] = useState(first);
  const [email, setEmail] = useState(
    known ?? (state.name === 'expired' ? state.account.email : ''),
  );
  return (
    <Dialog title={titles[mode]} width="narrow" onClose={closeSignIn}>
      {state.name === 'expired' && mode === 'signIn' && (
        <p>Tu sesión terminó. Vuelve a entrar y sigues donde estabas: no se perdió nada.</p>
      )}
      {mode === 'forgot' ? (
        <ForgotForm email={email} onEmail={setEmail} onBack={() => setMode('signIn')} />
      ) : (
        <CredentialsForm
          mode={mode}
          email={email}
          onEmail={setEmail}
          onMode={setMode}
          onDone={closeSignIn}
        />
      )}
    </Dialog>
  );
}

type CredentialsFormProps = {
  mode: 'signIn' | 'signUp';
  email: string;
  onEmail: (email: string) => void;
  onMode: (mode: SignInMode) => void;
  onDone: () => void;
};

function CredentialsForm({ mode, email, onEmail, onMode, onDone }: CredentialsFormProps) {
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

type ForgotFormProps = { email: string; onEmail: (email: string) => void; onBack: () => void };

type State =
  | { name: 'asking' | 'busy' }
  | { name: 'sent'; to: string }
  | { name: 'failed'; problem: string };

function ForgotForm({ email, onEmail, onBack }: ForgotFormProps) {
  const [state, setState] = useState<State>({ name: 'asking' });

  const send = async (to: string) => {
    setState({ name: 'busy' });
    try {
      await session.sendPasswordReset(to);
      setState({ name: 'sent', to });
    } catch (error) {
      logFailure('password reset', error);
      setState({ name: 'failed', problem: describeIdentityError(error) });
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.name === 'busy') return;
    const to = email.trim();
    const problem = emailProblem(to);
    if (problem) setState({ name: 'failed', problem });
    else void send(to);
  };

  if (state.name === 'sent') {
    return (
      <div className={styles.form}>
        <Notice tone="success">
          Si hay una cuenta con {state.to}, te enviamos un correo con un enlace para crear una
          contraseña nueva. Dura una hora; si no llega, revisa tu correo no deseado.
        </Notice>
        <Button onClick={onBack}>Volver a iniciar sesión</Button>
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>
        Escribe el email de tu cuenta y te enviaremos un enlace para crear una contraseña nueva.
      </p>
      {state.name === 'failed' && <Notice tone="error">{state.problem}</Notice>}
      <EmailField value={email} onChange={onEmail} />
      <Button type="submit" busy={state.name === 'busy'}>
        {state.name === 'busy' ? 'Cargando...' : 'Enviar enlace'}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Volver a iniciar sesión
      </Button>
    </form>
  );
}

type EmailFieldProps = { value: string; onChange: (value: string) => void; hint?: string };

function EmailField({ value, onChange, hint }: EmailFieldProps) {
  return (
    <Field label="Email" hint={hint}>
      {(input) => (
        <input
          {...input}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          maxLength={DELIVERY_LIMITS.email}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
