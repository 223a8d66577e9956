import { type ReactNode, useId, useState } from 'react';
import styles from './Field.module.css';

/** Connects a control to its label, hint and error. */
type ControlProps = {
  id: string;
  className: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

type Props = {
  /** The control's id, if the caller needs it. */
  id?: string | undefined;
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean;
  children: (control: ControlProps) => ReactNode;
};

export function Field({ id: given, label, error, hint, isOptional = false, children }: Props) {
  const own = useId();
  const id = given ?? own;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (opcional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control ?? '',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

type ErrorProps = { id: string; text: string | undefined; role?: 'alert' };

/** Once corrected it leaves its room: what is below stays under the finger. */
export function FieldError({ id, text, role }: ErrorProps) {
  const [last, setLast] = useState(text);
  if (text && text !== last) setLast(text);
  if (!last) return null;
  return (
    <p
      id={id}
      className={text ? styles.error : `${styles.error} ${styles.corrected}`}
      role={text ? role : undefined}
    >
      {text || last}
    </p>
  );
}
