import { type ComponentProps, useId, useRef } from 'react';
import { WHITE } from '#domain/home/face-tones.ts';
import { isColour } from '#domain/pins/crops.ts';
import {
  type FieldSpecs,
  type InputField,
  type ListField as ListSpec,
  MAX_ENTRIES,
  type SwitchField,
} from '#domain/settings/group.ts';
import { newKey } from '#web/lib/new-key.ts';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { FieldError } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/FormFields.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { labelOf, optionsOf } from './describe-setting.ts';
import { type Draft, type Row, rowsOf, type Typed, textOf } from './draft.ts';
import styles from './Fields.module.css';
import { PictureField } from './PictureField.tsx';

type Change = (now: Typed | undefined) => Typed;
type Errors = Readonly<Record<string, string>>;

type Props = {
  fields: FieldSpecs;
  draft: Draft;
  /** By path, such as `steps.0.from`. */
  errors: Errors;
  onEdit: (name: string, change: Change) => void;
};

export function GroupFields({ isDisabled, ...props }: Props & { isDisabled: boolean }) {
  return (
    <fieldset className={`${styles.fields} ${fieldStyles.aligned}`} disabled={isDisabled}>
      <Fields {...props} path="" />
    </fieldset>
  );
}

/** The fields of a group, or of the entry of a list at `path`, such as `steps.0.`. */
function Fields({ fields, draft, errors, path, onEdit }: Props & { path: string }) {
  const drawn = Object.entries(fields).map(([name, spec]) => {
    const props = {
      ...{ typed: draft[name], path: path + name, errors },
      onEdit: (change: Change) => onEdit(name, change),
    };
    if (spec.kind === 'own') return null;
    if (spec.kind === 'list') return <ListField key={name} spec={spec} {...props} />;
    if (spec.kind === 'switch') return <Switch key={name} spec={spec} {...props} />;
    return (
      <div key={name} className={classOf(spec)}>
        <Input spec={spec} {...props} />
      </div>
    );
  });
  return <>{drawn}</>;
}

/** Characters from which on a line takes the whole width. */
const LONG = 200;

function classOf(spec: InputField): string | undefined {
  if (spec.kind === 'colour') return styles.colour;
  const isLong =
    spec.kind === 'line' ? spec.max >= LONG : ['long', 'picture', 'logo'].includes(spec.kind);
  return spec.isWide || isLong ? styles.wide : undefined;
}

type FieldProps<Spec> = {
  spec: Spec;
  typed: Typed | undefined;
  path: string;
  errors: Errors;
  onEdit: (change: Change) => void;
};

const inputs: Partial<Record<InputField['kind'], ComponentProps<'input'>>> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  day: { type: 'date' },
  pesos: { inputMode: 'numeric' },
  whole: { inputMode: 'numeric' },
  mm: { inputMode: 'decimal' },
};

function Input({ spec, typed, path, errors, onEdit }: FieldProps<InputField>) {
  const { hint, isOptional = false } = spec;
  const value = textOf(typed);
  const common = { label: labelOf(spec), hint, error: errors[path], isOptional, value };
  const edit = (text: string) => onEdit(() => text);
  if (spec.kind === 'choice' || spec.kind === 'region') {
    const known = optionsOf(spec);
    const options = value === '' ? [['', 'Elige'] as const, ...known] : known;
    return <SelectField {...common} options={options} onPick={edit} />;
  }
  if (spec.kind === 'picture' || spec.kind === 'logo') {
    return <PictureField {...common} kind={spec.kind} onEdit={edit} />;
  }
  if (spec.kind === 'colour') {
    return (
      <>
        <TextField {...common} autoComplete="off" onType={edit} />
        <input
          type="color"
          aria-label={`Elegir ${spec.label}`}
          value={isColour(value) ? value : WHITE}
          onChange={({ target }) => edit(target.value)}
        />
      </>
    );
  }
  if (spec.kind === 'long') return <TextArea {...common} onType={edit} />;
  return (
    <TextField {...inputs[spec.kind]} {...common} dir="auto" autoComplete="off" onType={edit} />
  );
}

function ListField({ spec, typed, path, errors, onEdit }: FieldProps<ListSpec<never>>) {
  const { one, entry, max = MAX_ENTRIES } = spec;
  const rows = rowsOf(typed);
  const list = useRef<HTMLFieldSetElement>(null);
  const entries = useSettling<HTMLUListElement>(rows.length);

  const edit = (change: (now: readonly Row[]) => readonly Row[], focused?: string) => {
    onEdit((now) => change(rowsOf(now)));
    if (!focused) return;
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(focused)?.focus());
  };
  const add = () =>
    edit((now) => [...now, { key: newKey(), typed: {} }], 'li:last-child :is(input, select)');
  const remove = (key: string) => edit((now) => now.filter((row) => row.key !== key), '[data-add]');
  const editPart = (key: string, part: string, change: Change) =>
    edit((now) =>
      now.map((row) =>
        row.key === key ? { key, typed: { ...row.typed, [part]: change(row.typed[part]) } } : row,
      ),
    );
  return (
    <FieldGroup
      ref={list}
      className={styles.list}
      question={labelOf(spec)}
      hint={spec.hint}
      error={errors[path]}
    >
      {rows.length > 0 && (
        <ul ref={entries} className="stack-3">
          {rows.map(({ key, typed: draft }, at) => (
            <li key={key} className={styles.row}>
              <fieldset className={styles.entry} aria-label={`${one} ${at + 1}`}>
                <Fields
                  {...{ fields: entry, draft, errors, path: `${path}.${at}.` }}
                  onEdit={(part, change) => editPart(key, part, change)}
                />
              </fieldset>
              <button
                type="button"
                className={`round ${parts.round}`}
                aria-label={`Quitar ${one.toLowerCase()} ${at + 1}`}
                onClick={() => remove(key)}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" data-add disabled={rows.length >= max} onClick={add}>
          <Icon name="plus" />
          Agregar {one.toLowerCase()}
        </Button>
      </div>
    </FieldGroup>
  );
}

function Switch({ spec, typed, path, errors, onEdit }: FieldProps<SwitchField>) {
  const id = useId();
  const error = errors[path];
  return (
    <div className={styles.wide}>
      <Check
        className={`choice ${fieldStyles.label}`}
        checked={typed === true}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id} ${id}-error` : id}
        onToggle={(isOn) => onEdit(() => isOn)}
      >
        {labelOf(spec)}
      </Check>
      <p id={id} className="soft">
        {spec.hint}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
