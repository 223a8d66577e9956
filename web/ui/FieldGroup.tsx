import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { FieldError } from './Field.tsx';

type Props = ComponentProps<'fieldset'> & {
  question: string;
  hint?: string | undefined;
  error: string | undefined;
};

/** Controls that answer one question together. */
export function FieldGroup({ question, hint, error, children, ...rest }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className="stack-2" {...rest} aria-describedby={described || undefined}>
      <legend className={styles.question}>{question}</legend>
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} role="alert" />
    </fieldset>
  );
}
