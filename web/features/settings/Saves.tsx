import { useState } from 'react';
import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
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
import { readSave } from './describe-setting.ts';
import { type useSaving, useVersions } from './queries.ts';

type Props<Group extends SettingsGroup> = {
  group: Group;
  latest: DescribedSettings[Group];
  saving: ReturnType<typeof useSaving<Group>>;
  /** There are unsaved values, which a restore would discard. */
  isTyped: boolean;
};

/** Before something is discarded. */
type Question = { title: string; confirm: string; text: string; act: () => unknown };

/** Whether a group has its defaults, or who saved it last; and buttons to restore earlier values. */
export function Saves<Group extends SettingsGroup>(props: Props<Group>) {
  const { group, latest, saving, isTyped } = props;
  const save = useVersions(group, latest.version).data?.[0];
  const [question, ask] = useState<Question | null>(null);
  const reset = () =>
    ask({
      title: '¿Volver a los valores de inicio?',
      confirm: 'Volver a los de inicio',
      text: 'Rigen de inmediato. Lo que hay ahora queda entre los valores anteriores.',
      act: saving.reset,
    });
  const restore = (values: Settings[Group]) => {
    const act = () => saving.save(values, latest.version);
    if (!isTyped) return void act();
    const text = 'Escribiste algo que todavía no está guardado.';
    ask({ title: '¿Descartar los cambios?', confirm: 'Descartar y volver', text, act });
  };
  return (
    <>
      <div className="row">
        <SavedBadge isDefault={latest.isDefault} />
        {save && (
          <span className="soft">
            {actorName(save.by)}, {formatDateTime(save.savedAt)}
          </span>
        )}
        {!latest.isDefault && (
          <Button variant="quiet" disabled={saving.isBusy} onClick={reset}>
            Volver a los valores de inicio
          </Button>
        )}
      </div>
      {latest.version > 0 && (
        <Fold title="Valores anteriores">{() => <History {...props} onRestore={restore} />}</Fold>
      )}
      {question && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          cancel="Seguir editando"
          onConfirm={() => {
            void question.act();
            ask(null);
          }}
          onCancel={() => ask(null)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type HistoryProps<Group extends SettingsGroup> = Props<Group> & {
  onRestore: (values: Settings[Group]) => void;
};

function History<Group extends SettingsGroup>(props: HistoryProps<Group>) {
  const { group, latest, saving, onRestore } = props;
  const versions = useVersions(group, latest.version);
  if (versions.error || !versions.data) {
    return <QueryState what="Error al cargar las versiones" query={versions} lines={2} />;
  }
  return (
    <ol className={parts.timeline}>
      {versions.data.map((save) => {
        const { values, differences } = readSave(group, save, latest);
        const when = formatDateTime(save.savedAt);
        return (
          <li key={save.version} className="stack-1">
            <p>
              <strong>{when}</strong>
              {save.values === null && ' · valores de inicio'}
            </p>
            <p className="soft">{actorName(save.by)}</p>
            {save.version === latest.version ? (
              <p>Es lo que rige ahora.</p>
            ) : (
              differences.length === 0 && <p>Igual que ahora.</p>
            )}
            {differences.map(({ label, text }) => (
              <p key={label} dir="auto">
                {label}: {text}
              </p>
            ))}
            {differences.length > 0 && (
              <div>
                <SmallButton
                  aria-label={`Volver a estos valores, del ${when}`}
                  disabled={saving.isBusy}
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

export function SavedBadge({ isDefault }: { isDefault: boolean }) {
  return (
    <Badge tone={isDefault ? 'quiet' : 'good'}>{isDefault ? 'Por defecto' : 'Guardado'}</Badge>
  );
}
