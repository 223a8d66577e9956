import { labelOf } from './describe-setting.ts';
import type { Draft, FieldSpecs, Typed } from './draft.ts';
import styles from './Fields.module.css';
import { ListField } from './ListField.tsx';
import { SettingInput } from './SettingInput.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';

type Props = {
  fields: FieldSpecs;
  draft: Draft;
  /** What is wrong, by path. */
  errors: Readonly<Record<string, string>>;
  isDisabled: boolean;
  onEdit: (name: string, typed: Typed) => void;
};

export function GroupFields({ fields, draft, errors, isDisabled, onEdit }: Props) {
  return (
    <fieldset className={styles.fields} disabled={isDisabled}>
      {Object.entries(fields).map(([name, spec]) => {
        const typed = draft[name];
        const edit = (next: Typed) => onEdit(name, next);
        const common = { label: labelOf(name), onEdit: edit };
        if (spec.kind === 'list') {
          const rows = typeof typed === 'object' ? typed : [];
          return <ListField key={name} {...common} name={name} {...{ spec, rows, errors }} />;
        }
        if (spec.kind === 'switch') {
          const hint = spec.hint ?? '';
          return <SettingSwitch key={name} {...common} hint={hint} isOn={typed === true} />;
        }
        const value = typeof typed === 'string' ? typed : '';
        return (
          <div key={name} className={spec.isWide ? styles.wide : undefined}>
            <SettingInput {...common} {...{ spec, value }} error={errors[name]} />
          </div>
        );
      })}
    </fieldset>
  );
}
