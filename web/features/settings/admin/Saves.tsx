import { useState } from 'react';
import type { Settings, SettingsGroup } from '#domain/settings.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import type { Described } from './groups.ts';
import { History } from './History.tsx';
import { SavedLine } from './SavedLine.tsx';
import type { useSaving } from './use-saving.ts';
import type { useVersions } from './use-versions.ts';

type Props<Group extends SettingsGroup> = {
  group: Group;
  latest: Described<Group>;
  versions: ReturnType<typeof useVersions>;
  saving: ReturnType<typeof useSaving<Group>>;
  /** Something is typed that a return would throw away. */
  isTyped: boolean;
};

/** What would throw something away, until somebody says yes. */
type Question<Values> = { name: 'reset' } | { name: 'restore'; values: Values };

/** Who saved a group last, and the ways back to what it was. */
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
