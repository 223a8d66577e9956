import { useState } from 'react';
import { isEmail } from '#domain/delivery.ts';
import { identityMessages } from '#web/identity/messages.ts';
import { Field } from '#web/ui/Field.tsx';
import styles from './PasswordField.module.css';

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
  return (
    <Field label={label} hint={hint}>
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
