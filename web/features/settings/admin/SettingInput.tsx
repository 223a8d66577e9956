import type { HTMLInputTypeAttribute } from 'react';
import { Field } from '#web/ui/Field.tsx';
import type { InputSpec } from './fields.ts';

type ShownSpec = Exclude<InputSpec, { kind: 'id' }>;

type Props = {
  spec: ShownSpec;
  label: string;
  value: string;
  error: string | undefined;
  onEdit: (value: string) => void;
};

type TextKind = Exclude<ShownSpec['kind'], 'choice' | 'long'>;

const types: Readonly<Record<TextKind, HTMLInputTypeAttribute>> = {
  ...{ line: 'text', email: 'email', phone: 'tel', day: 'date' },
  ...{ pesos: 'text', whole: 'text', mm: 'text' },
};
const keyboards = { pesos: 'numeric', whole: 'numeric', mm: 'decimal' } as const;

export function SettingInput({ spec, label, value, error, onEdit }: Props) {
  const { kind, hint, isOptional = false } = spec;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(input) => {
        if (kind === 'choice') {
          return (
            <select {...input} value={value} onChange={({ target }) => onEdit(target.value)}>
              {value === '' && <option value="">Elige</option>}
              {spec.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          );
        }
        const control = { ...input, value, dir: 'auto' };
        if (kind === 'long') {
          return <textarea {...control} onChange={({ target }) => onEdit(target.value)} />;
        }
        return (
          <input
            {...control}
            type={types[kind]}
            inputMode={keyboardOf(kind)}
            autoComplete="off"
            onChange={({ target }) => onEdit(target.value)}
          />
        );
      }}
    </Field>
  );
}

function keyboardOf(kind: TextKind) {
  return kind === 'pesos' || kind === 'whole' || kind === 'mm' ? keyboards[kind] : undefined;
}
