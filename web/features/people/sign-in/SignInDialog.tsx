import { useState } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { closeSignIn, type SignInMode } from '#web/lib/sign-in.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';

const titles: Record<SignInMode, string> = {
  signIn: 'Iniciar Sesión',
  signUp: 'Crear Cuenta',
  forgot: 'Recuperar contraseña',
};

type Props = {
  mode: SignInMode;
  /** Already typed elsewhere, or known from the link that led here. */
  email?: string;
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
