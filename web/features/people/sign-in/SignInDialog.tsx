import { useRef, useState } from 'react';
import { withoutInvisible } from '#domain/base/signs.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { EmailDoubt } from '#web/features/delivery/EmailDoubt.tsx';
import { session } from '#web/features/people/current-session.ts';
import { useAccountState } from '#web/lib/account.ts';
import { closeSignIn, type SignInMode } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask, useTasks } from '#web/ui/use-task.ts';
import {
  emailProblem,
  GoogleButton,
  IdentityProblem,
  MIN_PASSWORD_LENGTH,
  newEmailProblem,
  newPasswordProblem,
  Or,
  PasswordField,
} from './credential-fields.tsx';
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
  const { busy, error, run, fail, forget } = useTasks<'form' | 'google'>('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const isSignUp = mode === 'signUp';

  const attempt = async (kind: 'form' | 'google', work: () => Promise<unknown>) => {
    if (await run(kind, work)) onDone();
  };

  const findProblem = (address: string) =>
    (isSignUp
      ? (newEmailProblem(address) ?? newPasswordProblem(password, confirmation))
      : emailProblem(address)) ?? (password ? null : 'Ingresa tu contraseña');

  const submit = () => {
    if (busy) return;
    const address = withoutInvisible(email).trim();
    const found = findProblem(address);
    if (found) return fail(found);
    const credentials = { email: address, password };
    void attempt('form', () =>
      isSignUp ? session.signUp(credentials) : session.signIn(credentials),
    );
  };

  const switchTo = (next: SignInMode) => {
    forget();
    setPassword('');
    setConfirmation('');
    onMode(next);
    form.current?.querySelector<HTMLInputElement>('input')?.focus();
  };

  return (
    <Form ref={form} noValidate onSend={submit}>
      <IdentityProblem error={error} />
      <EmailField value={email} onChange={onEmail} />
      {isSignUp && <EmailDoubt typed={email} onCorrect={onEmail} />}
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
      <Or />
      <GoogleButton
        isBusy={busy === 'google'}
        disabled={busy !== null}
        onClick={() => void attempt('google', session.signInWithGoogle)}
      />
      {busy === 'google' && (
        <p role="status">Sigue en la ventana de Google. Si la cierras, vuelves aquí.</p>
      )}
      <p className={`row ${styles.other}`}>
        {isSignUp ? '¿Ya tienes cuenta?' : '¿No tienes cuenta?'}{' '}
        <Button variant="quiet" onClick={() => switchTo(isSignUp ? 'signIn' : 'signUp')}>
          {isSignUp ? 'Iniciar sesión' : 'Crear cuenta'}
        </Button>
      </p>
    </Form>
  );
}

type ForgotFormProps = { email: string; onEmail: (email: string) => void; onBack: () => void };

function ForgotForm({ email, onEmail, onBack }: ForgotFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, error, run, fail } = useTask(async (to: string) => {
    await session.sendPasswordReset(to);
    setSentTo(to);
  }, 'password reset');
  const submit = () => {
    if (isBusy) return;
    const to = withoutInvisible(email).trim();
    const problem = emailProblem(to);
    if (problem) fail(problem);
    else void run(to);
  };

  if (sentTo !== null) {
    return (
      <>
        <Notice tone="success">
          Si hay una cuenta con {sentTo}, te enviamos un correo con un enlace para crear una
          contraseña nueva. Dura una hora; si no llega, revisa tu correo no deseado.
        </Notice>
        <Button onClick={onBack}>Volver a iniciar sesión</Button>
      </>
    );
  }
  return (
    <Form noValidate onSend={submit}>
      <p>
        Escribe el email de tu cuenta y te enviaremos un enlace para crear una contraseña nueva.
      </p>
      <IdentityProblem error={error} />
      <EmailField value={email} onChange={onEmail} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Cargando...' : 'Enviar enlace'}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Volver a iniciar sesión
      </Button>
    </Form>
  );
}

type EmailFieldProps = { value: string; onChange: (value: string) => void };

function EmailField({ value, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      data-autofocus
      maxLength={DELIVERY_LIMITS.email}
      value={value}
      onType={onChange}
    />
  );
}
