import { type ComponentProps, useId, useRef } from 'react';
import { WHITE } from '#domain/home/face-tones.ts';
import { isColour } from '#domain/pins/crops.ts';
import {
  type InputField,
  type ListField as ListSpec,
  MAX_ENTRIES,
} from '#domain/settings/group.ts';
import { newKey } from '#web/lib/new-key.ts';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { SelectField, TextArea, TextField } from '#web/ui/FormFields.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { labelOf, optionsOf } from './describe-setting.ts';
import type { Draft, FieldSpecs, Row, Typed } from './draft.ts';
import styles from './Fields.module.css';
import { PictureField, SettingGroup } from './PictureField.tsx';

type SettingInputProps = {
  spec: InputField;
  label: string;
  value: string;
  error: string | undefined;
  onEdit: (value: string) => void;
};

const inputs: Partial<Record<InputField['kind'], ComponentProps<'input'>>> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  day: { type: 'date' },
  pesos: { inputMode: 'numeric' },
  whole: { inputMode: 'numeric' },
  mm: { inputMode: 'decimal' },
};

function SettingInput({ spec, label, value, error, onEdit }: SettingInputProps) {
  const { hint, isOptional = false } = spec;
  const common = { label, hint, error, isOptional, value };
  if (spec.kind === 'choice' || spec.kind === 'region') {
    const known = optionsOf(spec);
    const options = value === '' ? [['', 'Elige'] as const, ...known] : known;
    return <SelectField {...common} options={options} onPick={onEdit} />;
  }
  if (spec.kind === 'picture' || spec.kind === 'logo') {
    return <PictureField {...{ spec, label, value, error, onEdit }} />;
  }
  if (spec.kind === 'colour') {
    return (
      <div className={styles.colour}>
        <TextField {...common} autoComplete="off" onType={onEdit} />
        <input
          type="color"
          aria-label={`Elegir ${spec.label}`}
          value={isColour(value) ? value : WHITE}
          onChange={({ target }) => onEdit(target.value)}
        />
      </div>
    );
  }
  if (spec.kind === 'long') return <TextArea {...common} onType={onEdit} />;
  return (
    <TextField {...inputs[spec.kind]} {...common} dir="auto" autoComplete="off" onType={onEdit} />
  );
}

type Props = {
  fields: FieldSpecs;
  draft: Draft;
  /** Errors by path. */
  errors: Readonly<Record<string, string>>;
  isDisabled: boolean;
  onEdit: (name: string, change: (now: Typed | undefined) => Typed) => void;
};

export function GroupFields({ fields, draft, errors, isDisabled, onEdit }: Props) {
  return (
    <fieldset className={`${styles.fields} ${fieldStyles.aligned}`} disabled={isDisabled}>
      {Object.entries(fields).map(([name, spec]) => {
        const typed = draft[name];
        const common = { label: labelOf(spec), onEdit: (next: Typed) => onEdit(name, () => next) };
        const error = errors[name];
        if (spec.kind === 'own') return null;
        if (spec.kind === 'list') {
          const edit = (change: (rows: readonly Row[]) => readonly Row[]) =>
            onEdit(name, (now) => change(rowsOf(now)));
          const rows = rowsOf(typed);
          return (
            <ListField key={name} {...common} {...{ name, spec, rows, errors }} onEdit={edit} />
          );
        }
        if (spec.kind === 'switch') {
          const { hint } = spec;
          return (
            <SettingSwitch key={name} {...common} {...{ hint, error }} isOn={typed === true} />
          );
        }
        const value = typeof typed === 'string' ? typed : '';
        return (
          <div key={name} className={spec.isWide ? styles.wide : undefined}>
            <SettingInput {...common} {...{ spec, value, error }} />
          </div>
        );
      })}
    </fieldset>
  );
}

const rowsOf = (typed: Typed | undefined) => (typeof typed === 'object' ? typed : []);

type ListFieldProps = {
  name: string;
  spec: ListSpec<never>;
  label: string;
  rows: readonly Row[];
  /** By path, such as `steps.0.from`. */
  errors: Readonly<Record<string, string>>;
  onEdit: (change: (rows: readonly Row[]) => readonly Row[]) => void;
};

function ListField({ name, spec, label, rows, errors, onEdit }: ListFieldProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());

  const add = () => {
    onEdit((now) => [...now, { key: newKey(), typed: {} }]);
    focus('li:last-child :is(input, select)');
  };
  const remove = (key: string) => {
    onEdit((now) => now.filter((row) => row.key !== key));
    focus('[data-add]');
  };
  return (
    <SettingGroup
      ref={list}
      label={label}
      hint={spec.hint}
      error={errors[name]}
      foot={
        <div>
          <Button
            variant="secondary"
            data-add
            disabled={rows.length >= (spec.max ?? MAX_ENTRIES)}
            onClick={add}
          >
            <Icon name="plus" />
            {spec.add}
          </Button>
        </div>
      }
    >
      {rows.length > 0 && (
        <ul className="stack-3">
          {rows.map(({ key, typed }, at) => (
            <li key={key} className={styles.row}>
              <fieldset className={styles.entry} aria-label={`${spec.one} ${at + 1}`}>
                {Object.entries(spec.entry).map(([part, input]) => (
                  <div key={part} className={input.isWide ? styles.wide : undefined}>
                    <SettingInput
                      spec={input}
                      label={input.label}
                      value={typed[part] ?? ''}
                      error={errors[`${name}.${at}.${part}`]}
                      onEdit={(value) => onEdit((now) => withPart(now, key, part, value))}
                    />
                  </div>
                ))}
              </fieldset>
              <button
                type="button"
                className={`round ${parts.round}`}
                aria-label={`Quitar ${spec.one.toLowerCase()} ${at + 1}`}
                onClick={() => remove(key)}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </SettingGroup>
  );
}

/** Returns the rows with one value of an entry changed. */
function withPart(rows: readonly Row[], key: string, part: string, value: string): Row[] {
  return rows.map((row) =>
    row.key === key ? { key, typed: { ...row.typed, [part]: value } } : row,
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
      <Check
        className={`choice ${styles.switch}`}
        checked={isOn}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id} ${id}-error` : id}
        onToggle={onEdit}
      >
        {label}
      </Check>
      <p id={id} className="soft">
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
