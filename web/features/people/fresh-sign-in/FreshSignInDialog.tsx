import { useState } from 'react';
import { type Account, accountOf, accountState } from '#web/lib/account.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form } from '#web/ui/FormFields.tsx';
import { useTasks } from '#web/ui/use-task.ts';
import { session } from '../current-session.ts';
import { isGoogleUser } from '../session.ts';
import { GoogleButton, IdentityProblem, PasswordField } from '../sign-in/credential-fields.tsx';

export const OTHER_ACCOUNT = 'Entraste con otra cuenta. Confirma con la misma con la que empezaste';

type Props = { account: Account; onDone: () => void; onClose: () => void };

export function FreshSignInDialog({ account: asked, onDone, onClose }: Props) {
  // Keeps the first account, in case another one signs in by mistake.
  const [account] = useState(asked);
  const [password, setPassword] = useState('');
  const { busy, error, run, fail } = useTasks<'form' | 'google'>('fresh sign-in');
  const { email } = account;
  const hasPassword = account.providers.includes('password');

  const attempt = async (kind: 'form' | 'google', signIn: () => Promise<unknown>) => {
    if (!(await run(kind, signIn))) return;
    if (accountOf(accountState.get())?.uid === account.uid) onDone();
    else fail(OTHER_ACCOUNT);
  };
  const submit = () => {
    if (busy) return;
    if (password) void attempt('form', () => session.signIn({ email, password }));
    else fail('Ingresa tu contraseña');
  };

  return (
    <FormDialog
      title="Confirma que eres tú"
      subtitle={email}
      width="narrow"
      locked={busy !== null}
      onClose={onClose}
    >
      <Form noValidate onSend={submit}>
        <p>Por seguridad, vuelve a iniciar sesión para hacer esto.</p>
        <IdentityProblem error={error} />
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
          <GoogleButton
            isBusy={busy === 'google'}
            disabled={busy !== null}
            onClick={() => void attempt('google', session.signInWithGoogle)}
          />
        )}
      </Form>
    </FormDialog>
  );
}
