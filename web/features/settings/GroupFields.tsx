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
import { useSettling } from '#web/ui/use-settling.ts';
import { labelOf, optionsOf } from './describe-setting.ts';
import type { Draft, FieldSpecs, Row, Typed } from './draft.ts';
import styles from './Fields.module.css';
import { PictureField, SettingGroup } from './PictureField.tsx';

type Props = {
  fields: FieldSpecs;
  draft: Draft;
  /** By path, such as `steps.0.from`. */
  errors: Readonly<Record<string, string>>;
  onEdit: (name: string, change: (now: Typed | undefined) => Typed) => void;
};

export function GroupFields({ isDisabled, ...props }: Props & { isDisabled: boolean }) {
  return (
    <fieldset className={`${styles.fields} ${fieldStyles.aligned}`} disabled={isDisabled}>
      <Fields {...props} />
    </fieldset>
  );
}

/** The fields of a group, or of the entry of a list at `path`, such as `steps.0.`. */
function Fields({ fields, draft, errors, path = '', onEdit }: Props & { path?: string }) {
  const drawn = Object.entries(fields).map(([name, spec]) => {
    if (spec.kind === 'own') return null;
    const typed = draft[name];
    const common = { label: labelOf(spec), error: errors[path + name] };
    const edit = (next: Typed) => onEdit(name, () => next);
    if (spec.kind === 'list') {
      const place = { errors, path: `${path}${name}.`, rows: rowsOf(typed) };
      const editRows = (change: (now: readonly Row[]) => readonly Row[]) =>
        onEdit(name, (now) => change(rowsOf(now)));
      return <ListField key={name} {...{ ...common, ...place, spec }} onEdit={editRows} />;
    }
    if (spec.kind === 'switch') {
      const { hint } = spec;
      return <Switch key={name} {...{ ...common, hint }} isOn={typed === true} onEdit={edit} />;
    }
    const value = typeof typed === 'string' ? typed : '';
    return (
      <div key={name} className={isWide(spec) ? styles.wide : undefined}>
        <Input {...{ ...common, spec, value }} onEdit={edit} />
      </div>
    );
  });
  return <>{drawn}</>;
}

const rowsOf = (typed: Typed | undefined) => (typeof typed === 'object' ? typed : []);

/** Characters from which on a line takes the whole width. */
const LONG = 200;

function isWide(spec: InputField): boolean {
  if (spec.kind === 'line') return spec.isWide || spec.max >= LONG;
  return spec.isWide || ['long', 'picture', 'logo'].includes(spec.kind);
}

const inputs: Partial<Record<InputField['kind'], ComponentProps<'input'>>> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  day: { type: 'date' },
  pesos: { inputMode: 'numeric' },
  whole: { inputMode: 'numeric' },
  mm: { inputMode: 'decimal' },
};

type InputProps = {
  spec: InputField;
  label: string;
  value: string;
  error: string | undefined;
  onEdit: (value: string) => void;
};

function Input({ spec, label, value, error, onEdit }: InputProps) {
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

type ListFieldProps = Pick<Props, 'errors'> & {
  spec: ListSpec<never>;
  label: string;
  error: string | undefined;
  path: string;
  rows: readonly Row[];
  onEdit: (change: (rows: readonly Row[]) => readonly Row[]) => void;
};

function ListField({ spec, label, error, path, rows, errors, onEdit }: ListFieldProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const entries = useRef<HTMLUListElement>(null);
  useSettling(entries, rows.length);
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const one = spec.one.toLowerCase();

  const add = () => {
    onEdit((now) => [...now, { key: newKey(), typed: {} }]);
    focus('li:last-child :is(input, select)');
  };
  const remove = (key: string) => {
    onEdit((now) => now.filter((row) => row.key !== key));
    focus('[data-add]');
  };
  const editPart = (key: string, part: string, change: (now: Typed | undefined) => Typed) =>
    onEdit((now) =>
      now.map((row) =>
        row.key === key ? { key, typed: { ...row.typed, [part]: change(row.typed[part]) } } : row,
      ),
    );
  return (
    <SettingGroup
      {...{ label, error, hint: spec.hint, ref: list }}
      foot={
        <div>
          <Button
            variant="secondary"
            data-add
            disabled={rows.length >= (spec.max ?? MAX_ENTRIES)}
            onClick={add}
          >
            <Icon name="plus" />
            Agregar {one}
          </Button>
        </div>
      }
    >
      {rows.length > 0 && (
        <ul ref={entries} className="stack-3">
          {rows.map(({ key, typed }, at) => (
            <li key={key} className={styles.row}>
              <fieldset className={styles.entry} aria-label={`${spec.one} ${at + 1}`}>
                <Fields
                  {...{ fields: spec.entry, draft: typed, errors, path: `${path}${at}.` }}
                  onEdit={(part, change) => editPart(key, part, change)}
                />
              </fieldset>
              <button
                type="button"
                className={`round ${parts.round}`}
                aria-label={`Quitar ${one} ${at + 1}`}
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

type SwitchProps = {
  label: string;
  hint: string;
  isOn: boolean;
  error: string | undefined;
  onEdit: (isOn: boolean) => void;
};

function Switch({ label, hint, isOn, error, onEdit }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.wide}>
      <Check
        className={`choice ${fieldStyles.label}`}
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
