import { type ComponentProps, useId } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { Field } from './Field.tsx';
import { Notice } from './Notice.tsx';
import { useSilentField } from './silent-fields.ts';

type Labelled = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'isOptional'>;

type Typed<Tag extends 'input' | 'textarea'> = Labelled &
  Omit<ComponentProps<Tag>, 'value' | 'onChange'> & {
    value: string;
    onType: (text: string) => void;
  };

/** A text input with its label; `type` for another kind of text, such as a day. */
export function TextField(props: Typed<'input'>) {
  const { label, hint, error, isOptional = false, value, onType, className = '', ...rest } = props;
  const id = useId();
  useSilentField(id, value, onType);
  return (
    <Field id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          className={`${control.className} ${className}`}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}

/** A text area with its label. */
export function TextArea(props: Typed<'textarea'>) {
  const { label, hint, error, isOptional = false, value, onType, ...rest } = props;
  const id = useId();
  useSilentField(id, value, onType);
  return (
    <Field id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}

type SelectFieldProps<Value extends string> = Labelled & {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onPick: (value: Value) => void;
};

/** A select with its label. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, isOptional = false, value, options, onPick } = props;
  const id = useId();
  const pick = (text: string) => {
    const picked = options.find(([each]) => each === text);
    if (picked) onPick(picked[0]);
  };
  useSilentField(id, value, pick);
  return (
    <Field id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => pick(target.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => unknown };

/** A form inside the page, with its fields below each other; the caller sends it. */
export function Form({ onSend, className = 'stack-4', ...rest }: FormProps) {
  return (
    <form
      {...rest}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
    />
  );
}

/** Why the last attempt failed: the error's message, or `text` if it has none. */
export function Problem({ error, text }: { error: unknown; text?: string | undefined }) {
  return error === null ? null : <Notice tone="error">{messageOf(error, text)}</Notice>;
}
