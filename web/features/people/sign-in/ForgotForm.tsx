import { type FormEvent, useState } from 'react';
import { describeIdentityError } from '#web/identity/messages.ts';
import { logFailure } from '#web/lib/log.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { emailProblem } from './check-credentials.ts';
import { EmailField } from './EmailField.tsx';
import styles from './SignIn.module.css';

type Props = { email: string; onEmail: (email: string) => void; onBack: () => void };

type State =
  | { name: 'asking' | 'busy' }
  | { name: 'sent'; to: string }
  | { name: 'failed'; problem: string };

export function ForgotForm({ email, onEmail, onBack }: Props) {
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
