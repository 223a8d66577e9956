import { settingsGroupLabels } from '#domain/settings-labels.ts';
import { FormWindow } from './FormWindow.tsx';
import { groupViews } from './group-views.tsx';
import type { Described, FormGroup } from './groups.ts';
import { Saves } from './Saves.tsx';
import { formOf, useGroupForm } from './use-group-form.ts';
import { useSaving } from './use-saving.ts';
import { useVersions } from './use-versions.ts';

type Props<Group extends FormGroup> = {
  group: Group;
  latest: Described<Group>;
  onDone: (text: string) => void;
  onClose: () => void;
};

export function GroupWindow<Group extends FormGroup>(props: Props<Group>) {
  const { group, latest, onDone, onClose } = props;
  const typed = useGroupForm(formOf(group), latest);
  const saving = useSaving(group, onDone);
  const versions = useVersions(group, latest.version);
  const { about, preview } = groupViews[group];
  return (
    <FormWindow
      title={settingsGroupLabels[group]}
      about={about}
      typed={typed}
      preview={preview}
      lastSave={versions.data?.[0]}
      saving={saving}
      onSave={(values) => saving.save(values, latest.version)}
      onClose={onClose}
    >
      <Saves
        group={group}
        latest={latest}
        versions={versions}
        saving={saving}
        isTyped={typed.isTyped}
      />
    </FormWindow>
  );
}
