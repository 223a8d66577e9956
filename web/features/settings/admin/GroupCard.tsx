import type { SettingsGroup } from '#domain/settings.ts';
import { settingsGroupLabels } from '#domain/settings-labels.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { groupViews } from './group-views.tsx';
import type { Described } from './groups.ts';
import { SavedBadge } from './SavedLine.tsx';
import styles from './SettingsTab.module.css';

type Props<Group extends SettingsGroup> = {
  group: Group;
  described: Described<Group>;
  onOpen: () => void;
};

export function GroupCard<Group extends SettingsGroup>(props: Props<Group>) {
  const { group, described, onOpen } = props;
  return (
    <li>
      <button type="button" className={styles.card} onClick={onOpen}>
        <span className={styles.name}>
          {settingsGroupLabels[group]}
          <Icon name="forward" />
        </span>
        <span className={styles.summary} dir="auto">
          {groupViews[group].summarize(described.values)}
        </span>
        <SavedBadge isDefault={described.isDefault} />
      </button>
    </li>
  );
}
