import { type ReactNode, useId } from 'react';
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

type GroupProps = Pick<Props, 'error'> & { question: string; children: ReactNode };

/** Controls that answer one question together. */
export function FieldGroup({ question, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? id : undefined}>
      <legend className={styles.question}>{question}</legend>
      {children}
      {error && (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

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
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
