import { formatDateTime } from '#domain/dates.ts';
import type { SettingsGroup } from '#domain/settings.ts';
import { actorName } from '#web/features/admin/audit-texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { describeSetting, labelOf } from './describe-setting.ts';
import { settingsFields } from './fields.ts';
import styles from './GroupWindow.module.css';
import type { Save } from './history.ts';
import type { Overtaken } from './use-group-form.ts';

type Props = {
  group: SettingsGroup;
  overtaken: readonly Overtaken[];
  /** Who did it, as far as that is known yet. */
  save: Save | undefined;
  onDiscard: () => void;
};

export function OvertakenNotice({ group, overtaken, save, onDiscard }: Props) {
  const fields = Object.entries(settingsFields[group]);
  return (
    <Notice tone="error" className={styles.overtaken}>
      <p>
        <strong>Otra persona guardó estos ajustes mientras los tenías abiertos</strong>
        {save && ` (${actorName(save.by)}, ${formatDateTime(save.savedAt)})`}. Lo que escribiste
        sigue aquí: revísalo y guarda otra vez, o quédate con lo guardado.
      </p>
      <ul>
        {fields.map(([name, spec]) => {
          const change = overtaken.find((one) => one.name === name);
          return (
            change && (
              <li key={name} dir="auto">
                {labelOf(name)}: guardó {describeSetting(spec, change.theirs)}
                {change.isTyped && '; el formulario tiene lo tuyo'}
              </li>
            )
          );
        })}
      </ul>
      <div>
        <Button variant="secondary" onClick={onDiscard}>
          Usar lo guardado
        </Button>
      </div>
    </Notice>
  );
}
