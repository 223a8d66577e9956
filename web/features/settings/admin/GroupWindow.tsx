import { type FormEvent, useId, useRef, useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import type { Settings } from '#domain/settings.ts';
import { settingsGroupLabels } from '#domain/settings-labels.ts';
import { actorName } from '#web/features/admin/audit-texts.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { describeSetting, labelOf } from './describe-setting.ts';
import { settingsFields } from './fields.ts';
import { GroupFields } from './GroupFields.tsx';
import styles from './GroupWindow.module.css';
import { groupViews } from './group-views.tsx';
import type { Described, FormGroup } from './groups.ts';
import { History } from './History.tsx';
import type { Save } from './history.ts';
import { SavedLine } from './SavedLine.tsx';
import { type Overtaken, useGroupForm } from './use-group-form.ts';
import { isOvertaken, useSaving } from './use-saving.ts';
import { useVersions } from './use-versions.ts';

type Props<Group extends FormGroup> = {
  group: Group;
  latest: Described<Group>;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** What would throw something away, until somebody says yes. */
type Question<Values> = { name: 'reset' } | { name: 'restore'; values: Values };

export function GroupWindow<Group extends FormGroup>(props: Props<Group>) {
  const { group, latest, onDone, onClose } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const [question, setQuestion] = useState<Question<Settings[Group]> | null>(null);
  const typed = useGroupForm(group, latest);
  const saving = useSaving(group, onDone);
  const versions = useVersions(group, latest.version);
  const { isBusy, error } = saving;
  const { about, preview } = groupViews[group];
  const errors = isTried ? typed.problems : {};
  const isWrong = Object.keys(errors).length > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.values) return saving.save(typed.values, latest.version);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
    );
  };
  const restore = (values: Settings[Group]) => {
    if (typed.isTyped) setQuestion({ name: 'restore', values });
    else saving.save(values, latest.version);
  };
  const answer = () => {
    if (question?.name === 'reset') saving.reset();
    if (question?.name === 'restore') saving.save(question.values, latest.version);
    setQuestion(null);
  };

  return (
    <FormDialog
      title={settingsGroupLabels[group]}
      subtitle={about}
      width="full"
      locked={isBusy}
      isTyped={typed.isTyped}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {typed.overtaken.length > 0 && (
        <OvertakenNotice
          group={group}
          overtaken={typed.overtaken}
          save={versions.data?.[0]}
          onDiscard={typed.discard}
        />
      )}
      <div className={styles.sides}>
        <form ref={form} id={formId} noValidate onSubmit={submit}>
          <GroupFields
            fields={settingsFields[group]}
            draft={typed.draft}
            errors={errors}
            isDisabled={isBusy}
            onEdit={typed.edit}
          />
        </form>
        <section className={styles.preview} aria-labelledby={`${formId}-preview`}>
          <h3 id={`${formId}-preview`} className={styles.title}>
            Así se verá
          </h3>
          {preview(typed.shown)}
          {!typed.values && (
            <p className={styles.soft}>Cuando todos los datos estén bien, se verán aquí.</p>
          )}
        </section>
      </div>
      <SavedLine
        described={latest}
        save={versions.data?.[0]}
        isBusy={isBusy}
        onReset={() => setQuestion({ name: 'reset' })}
      />
      {latest.version > 0 && (
        <Fold title="Valores anteriores">
          {() => (
            <History
              group={group}
              now={latest}
              versions={versions}
              isBusy={isBusy}
              onRestore={restore}
            />
          )}
        </Fold>
      )}
      {error !== null && !(isOvertaken(error) && typed.overtaken.length > 0) && (
        <Failure error={error} text={describeFailure('Error al guardar los ajustes', error)} />
      )}
      {isWrong && !(error instanceof Refusal) && (
        <p className={styles.wrong} role="status">
          Revisa los datos marcados.
        </p>
      )}
      <Actions>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" form={formId} busy={isBusy}>
          {isBusy ? 'Guardando...' : 'Guardar'}
        </Button>
      </Actions>
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
    </FormDialog>
  );
}

type OvertakenNoticeProps = {
  group: FormGroup;
  overtaken: readonly Overtaken[];
  /** Who did it, as far as that is known yet. */
  save: Save | undefined;
  onDiscard: () => void;
};

function OvertakenNotice({ group, overtaken, save, onDiscard }: OvertakenNoticeProps) {
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
