import { formatDateTime } from '#domain/dates.ts';
import type { SettingsGroup } from '#domain/settings.ts';
import { actorName } from '#web/features/admin/audit-texts.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './FormWindow.module.css';
import type { Described } from './groups.ts';
import type { Save } from './history.ts';

type Props = {
  described: Described<SettingsGroup>;
  /** The last save; undefined while unknown. */
  save: Save | undefined;
  isBusy: boolean;
  onReset: () => void;
};

/** Shows whether a group has its defaults, or who saved it and when. */
export function SavedLine({ described: { isDefault }, save, isBusy, onReset }: Props) {
  return (
    <div className={styles.saved}>
      <SavedBadge isDefault={isDefault} />
      {save && (
        <span className={styles.soft}>
          {actorName(save.by)}, {formatDateTime(save.savedAt)}
        </span>
      )}
      {!isDefault && (
        <Button variant="quiet" disabled={isBusy} onClick={onReset}>
          Volver a los valores de inicio
        </Button>
      )}
    </div>
  );
}

export function SavedBadge({ isDefault }: { isDefault: boolean }) {
  return (
    <Badge tone={isDefault ? 'quiet' : 'good'}>{isDefault ? 'Por defecto' : 'Guardado'}</Badge>
  );
}
