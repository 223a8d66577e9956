import { type HTMLInputTypeAttribute, useId, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { labelOf } from './describe-setting.ts';
import type { Draft, FieldSpecs, Row, Typed } from './draft.ts';
import styles from './Fields.module.css';
import type { InputSpec, ListSpec } from './fields.ts';
import { PictureField } from './PictureField.tsx';

type ShownSpec = Exclude<InputSpec, { kind: 'id' }>;

type SettingInputProps = {
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

function SettingInput({ spec, label, value, error, onEdit }: SettingInputProps) {
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

type Props = {
  fields: FieldSpecs;
  draft: Draft;
  /** Errors by path. */
  errors: Readonly<Record<string, string>>;
  isDisabled: boolean;
  onEdit: (name: string, typed: Typed) => void;
};

export function GroupFields({ fields, draft, errors, isDisabled, onEdit }: Props) {
  return (
    <fieldset className={`${styles.fields} ${fieldStyles.aligned}`} disabled={isDisabled}>
      {Object.entries(fields).map(([name, spec]) => {
        const typed = draft[name];
        const edit = (next: Typed) => onEdit(name, next);
        const common = { label: labelOf(name, spec), onEdit: edit };
        if (spec.kind === 'id') return null;
        if (spec.kind === 'list') {
          const rows = typeof typed === 'object' ? typed : [];
          return <ListField key={name} {...common} name={name} {...{ spec, rows, errors }} />;
        }
        if (spec.kind === 'switch') {
          const hint = spec.hint ?? '';
          const isOn = typed === true;
          return <SettingSwitch key={name} {...common} {...{ hint, isOn }} error={errors[name]} />;
        }
        const value = typeof typed === 'string' ? typed : '';
        if (spec.kind === 'picture') {
          return <PictureField key={name} {...common} {...{ spec, value }} error={errors[name]} />;
        }
        return (
          <div key={name} className={spec.isWide ? styles.wide : undefined}>
            <SettingInput {...common} {...{ spec, value }} error={errors[name]} />
          </div>
        );
      })}
    </fieldset>
  );
}

type ListFieldProps = {
  name: string;
  spec: ListSpec;
  label: string;
  rows: readonly Row[];
  /** By path, such as `steps.0.from`. */
  errors: Readonly<Record<string, string>>;
  onEdit: (rows: readonly Row[]) => void;
};

function ListField({ name, spec, label, rows, errors, onEdit }: ListFieldProps) {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());

  const add = () => {
    onEdit([...rows, { key: crypto.randomUUID(), typed: {} }]);
    focus('li:last-child :is(input, select)');
  };
  const remove = (key: string) => {
    onEdit(rows.filter((row) => row.key !== key));
    focus('[data-add]');
  };
  const error = errors[name];
  const described = [spec.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset ref={list} className={styles.list} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{label}</legend>
      {spec.hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {spec.hint}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ key, typed }, at) => (
            <li key={key} className={styles.row}>
              <fieldset className={styles.entry} aria-label={`${spec.one} ${at + 1}`}>
                {Object.entries(spec.entry).map(
                  ([part, input]) =>
                    input.kind !== 'id' && (
                      <div key={part} className={input.isWide ? styles.wide : undefined}>
                        <SettingInput
                          spec={input}
                          label={input.label}
                          value={typed[part] ?? ''}
                          error={errors[`${name}.${at}.${part}`]}
                          onEdit={(value) =>
                            onEdit(rows.with(at, { key, typed: { ...typed, [part]: value } }))
                          }
                        />
                      </div>
                    ),
                )}
              </fieldset>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Quitar ${spec.one.toLowerCase()} ${at + 1}`}
                onClick={() => remove(key)}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button variant="secondary" data-add onClick={add}>
          <Icon name="plus" />
          {spec.add}
        </Button>
      </div>
    </fieldset>
  );
}

type SettingSwitchProps = {
  label: string;
  hint: string;
  isOn: boolean;
  error: string | undefined;
  onEdit: (isOn: boolean) => void;
};

function SettingSwitch({ label, hint, isOn, error, onEdit }: SettingSwitchProps) {
  const id = useId();
  return (
    <div className={styles.wide}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id} ${id}-error` : id}
          onChange={({ target }) => onEdit(target.checked)}
        />
        {label}
      </label>
      <p id={id} className={styles.hint}>
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
