import { useState } from 'react';
import { Field } from '#web/ui/Field.tsx';
import styles from './PasswordField.module.css';

type Props = {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string | undefined;
  /** Whether a window that opens with it puts the focus here. */
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
