import { useId, useState } from 'react';
import { isEmail } from '#domain/people/emails.ts';
import { describeIdentityError } from '#web/identity/describe-error.ts';
import { identityMessages } from '#web/identity/messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useSilentField } from '#web/ui/silent-fields.ts';
import styles from './PasswordField.module.css';
import signInStyles from './SignIn.module.css';

type Props = {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  /** Whether it gets the focus when its window opens. */
  isFirst?: boolean;
  value: string;
  onChange: (value: string) => void;
};

export function PasswordField(props: Props) {
  const { label, name, autoComplete, hint, isFirst = false, value, onChange } = props;
  const [isShown, setShown] = useState(false);
  const verb = isShown ? 'Ocultar' : 'Mostrar';
  const id = useId();
  useSilentField(id, value, onChange);
  return (
    <Field id={id} label={label} hint={hint}>
      {(input) => (
        <div className={styles.row}>
          <input
            {...input}
            className={`${input.className} ${styles.input}`}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            data-autofocus={isFirst || undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={`${verb} ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {verb}
          </button>
        </div>
      )}
    </Field>
  );
}

export const MIN_PASSWORD_LENGTH = 8;
const PASSWORD_MISMATCH = 'Las contraseñas no coinciden';

/** Returns the error of a new password; null if it is valid. */
export function newPasswordProblem(password: string, confirmation: string): string | null {
  if (!password) return 'Ingresa una contraseña';
  if (password !== confirmation) return PASSWORD_MISMATCH;
  if (password.length < MIN_PASSWORD_LENGTH) return identityMessages['weak-password'];
  return null;
}

const ONLY_PLAIN =
  'Por ahora no podemos abrir cuentas con letras como ñ o á en el email. Usa otro email, o haz tu pedido sin cuenta con este.';

/** Returns the error of a new account's e-mail; the identity provider accepts only ASCII. */
export function newEmailProblem(email: string): string | null {
  return emailProblem(email) ?? (/^[ -~]*$/.test(email) ? null : ONLY_PLAIN);
}

/** Returns the error of an e-mail address; null if it is valid. */
export function emailProblem(email: string): string | null {
  if (!email) return 'Ingresa tu email';
  return isEmail(email) ? null : identityMessages['invalid-email'];
}

/** Divides the form from another way. */
export function Or() {
  return (
    <p className={signInStyles.or}>
      <span>o</span>
    </p>
  );
}

/** Why a form about an account failed: its own text, or the identity provider's error. */
export function IdentityProblem({ error }: { error: unknown }) {
  if (error === null) return null;
  const text = typeof error === 'string' ? error : describeIdentityError(error);
  return <Notice tone="error">{text}</Notice>;
}

type GoogleProps = { isBusy: boolean; disabled: boolean; onClick: () => void };

export function GoogleButton({ isBusy, disabled, onClick }: GoogleProps) {
  return (
    <Button variant="secondary" busy={isBusy} disabled={disabled} onClick={onClick}>
      {!isBusy && <GoogleMark />}
      Continuar con Google
    </Button>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" width="1.15em" height="1.15em" aria-hidden="true">
      <path
        fill="currentColor"
        d="M12 10.3v3.6h5.1c-.4 2-2.2 3.6-5.1 3.6a5.5 5.5 0 0 1 0-11c1.5 0 2.7.5 3.6 1.4l2.7-2.6A9.3 9.3 0 1 0 12 21.3c5.4 0 9-3.8 9-9.1 0-.7-.1-1.3-.2-1.9z"
      />
    </svg>
  );
}
