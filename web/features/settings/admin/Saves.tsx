import { useState } from 'react';
import type { Described, DescribedSettings } from '#contract/settings/settings-admin.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import type { Settings, SettingsGroup } from '#domain/settings/settings.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { QueryState } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import type { useVersions } from '../queries.ts';
import formStyles from './FormWindow.module.css';
import styles from './History.module.css';
import { readSave, type Save } from './history.ts';
import type { useSaving } from './use-saving.ts';

type Props<Group extends SettingsGroup> = {
  group: Group;
  latest: DescribedSettings[Group];
  versions: ReturnType<typeof useVersions>;
  saving: ReturnType<typeof useSaving<Group>>;
  /** There are unsaved values, which a restore would discard. */
  isTyped: boolean;
};

/** A confirmation before something is discarded. */
type Question<Values> = { name: 'reset' } | { name: 'restore'; values: Values };

/** Who saved a group last, and buttons to restore earlier values. */
export function Saves<Group extends SettingsGroup>(props: Props<Group>) {
  const { group, latest, versions, saving, isTyped } = props;
  const [question, setQuestion] = useState<Question<Settings[Group]> | null>(null);
  const restore = (values: Settings[Group]) => {
    if (isTyped) setQuestion({ name: 'restore', values });
    else saving.save(values, latest.version);
  };
  const answer = () => {
    if (question?.name === 'reset') saving.reset();
    if (question?.name === 'restore') saving.save(question.values, latest.version);
    setQuestion(null);
  };
  return (
    <>
      <SavedLine
        described={latest}
        save={versions.data?.[0]}
        isBusy={saving.isBusy}
        onReset={() => setQuestion({ name: 'reset' })}
      />
      {latest.version > 0 && (
        <Fold title="Valores anteriores">
          {() => (
            <History
              group={group}
              now={latest}
              versions={versions}
              isBusy={saving.isBusy}
              onRestore={restore}
            />
          )}
        </Fold>
      )}
      {question && (
        <ConfirmDialog
          title={
            question.name === 'reset'
              ? '¿Volver a los valores de inicio?'
              : '¿Descartar los cambios?'
          }
          confirm={question.name === 'reset' ? 'Volver a los de inicio' : 'Descartar y volver'}
          cancel="Seguir editando"
          focus="cancel"
          onConfirm={answer}
          onCancel={() => setQuestion(null)}
        >
          <p>
            {question.name === 'reset'
              ? 'Rigen de inmediato. Lo que hay ahora queda entre los valores anteriores.'
              : 'Escribiste algo que todavía no está guardado.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

type HistoryProps<Group extends SettingsGroup> = {
  group: Group;
  now: DescribedSettings[Group];
  versions: ReturnType<typeof useVersions>;
  isBusy: boolean;
  onRestore: (values: Settings[Group]) => void;
};

function History<Group extends SettingsGroup>(props: HistoryProps<Group>) {
  const { group, now, versions, isBusy, onRestore } = props;
  const { data: saves, error } = versions;
  if (error || !saves) {
    return <QueryState what="Error al cargar las versiones" query={versions} lines={2} />;
  }
  if (saves.length === 0) return <p className={parts.soft}>Todavía no se guardó ninguna.</p>;
  return (
    <ol className={parts.timeline}>
      {saves.map((save) => {
        const { values, differences } = readSave(group, save, now);
        const when = formatDateTime(save.savedAt);
        const isNow = save.version === now.version;
        return (
          <li key={save.version} className={styles.save}>
            <p>
              <strong>{when}</strong>
              {save.values === null && ' · valores de inicio'}
            </p>
            <p className={parts.soft}>{actorName(save.by)}</p>
            {isNow && <p>Es lo que rige ahora.</p>}
            {!isNow && values === null && (
              <p>Estos valores ya no calzan con los ajustes de hoy: no se puede volver a ellos.</p>
            )}
            {!isNow && values !== null && differences.length === 0 && <p>Igual que ahora.</p>}
            {differences.map(({ label, text }) => (
              <p key={label} dir="auto">
                {label}: {text}
              </p>
            ))}
            {values !== null && differences.length > 0 && (
              <div>
                <SmallButton
                  aria-label={`Volver a estos valores, del ${when}`}
                  disabled={isBusy}
                  onClick={() => onRestore(values)}
                >
                  Volver a estos valores
                </SmallButton>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type SavedLineProps = {
  described: Pick<Described<unknown>, 'isDefault'>;
  /** The last save; undefined while unknown. */
  save: Save | undefined;
  isBusy: boolean;
  onReset: () => void;
};

/** Shows whether a group has its defaults, or who saved it and when. */
function SavedLine({ described: { isDefault }, save, isBusy, onReset }: SavedLineProps) {
  return (
    <div className={formStyles.saved}>
      <SavedBadge isDefault={isDefault} />
      {save && (
        <span className={formStyles.soft}>
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
