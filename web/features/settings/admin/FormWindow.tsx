import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatDateTime } from '#domain/base/dates.ts';
import { Refusal } from '#web/lib/api.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { focusProblem } from '#web/ui/focus-problem.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { describeSetting, labelOf } from './describe-setting.ts';
import styles from './FormWindow.module.css';
import { GroupFields } from './GroupFields.tsx';
import type { Save } from './history.ts';
import type { GroupForm } from './use-group-form.ts';
import { isOvertaken } from './use-saving.ts';

type Props<Values> = {
  title: string;
  /** Effect of saving. */
  about: string;
  typed: GroupForm<Values>;
  /** Undefined: none. */
  preview: ((values: Values) => ReactNode) | undefined;
  /** The group's last save; undefined while unknown. */
  lastSave: Save | undefined;
  saving: { isBusy: boolean; error: unknown };
  onClose: () => void;
  /** Content between the form and its buttons. */
  children?: ReactNode;
};

/** A window with a form and a preview beside it. */
export function FormWindow<Values>(props: Props<Values>) {
  const { title, about, typed, preview, lastSave, saving, onClose, children } = props;
  const { isBusy, error } = saving;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { problems, submitCount } = typed;
  const isWrong = Object.keys(problems).length > 0;
  useEffect(() => focusProblem(form, submitCount), [submitCount]);

  return (
    <FormDialog
      title={title}
      subtitle={about}
      width="full"
      locked={isBusy}
      isTyped={typed.isTyped}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {typed.overtaken.length > 0 && <OvertakenNotice typed={typed} lastSave={lastSave} />}
      <div className={preview && styles.sides}>
        <form ref={form} id={formId} noValidate onSubmit={typed.submit}>
          <GroupFields
            fields={typed.fields}
            draft={typed.draft}
            errors={problems}
            isDisabled={isBusy}
            onEdit={typed.edit}
          />
        </form>
        {preview && (
          <section className={styles.preview} aria-labelledby={`${formId}-preview`}>
            <h3 id={`${formId}-preview`} className={styles.title}>
              Así se verá
            </h3>
            {typed.values ? (
              preview(typed.values)
            ) : (
              <p className={styles.soft}>Cuando todos los datos estén bien, se verán aquí.</p>
            )}
          </section>
        )}
      </div>
      {children}
      {error !== null && !(isOvertaken(error) && typed.overtaken.length > 0) && (
        <Failed what="Error al guardar los ajustes" error={error} />
      )}
      {isWrong && !(error instanceof Refusal) && (
        <p className={styles.wrong} role="status">
          Revisa los datos marcados.
        </p>
      )}
      <Actions isBusy={isBusy} onCancel={onClose}>
        <Button type="submit" form={formId} busy={isBusy}>
          {isBusy ? 'Guardando...' : 'Guardar'}
        </Button>
      </Actions>
    </FormDialog>
  );
}

type OvertakenNoticeProps = {
  typed: Pick<GroupForm<unknown>, 'fields' | 'overtaken' | 'isOwn' | 'discard'>;
  /** Who saved, if already known. */
  lastSave: Save | undefined;
};

function OvertakenNotice({ typed, lastSave }: OvertakenNoticeProps) {
  const { fields, overtaken, isOwn, discard } = typed;
  return (
    <Notice tone="error" className={styles.overtaken}>
      <p>
        <strong>Otra persona guardó estos ajustes mientras los tenías abiertos</strong>
        {lastSave && ` (${actorName(lastSave.by)}, ${formatDateTime(lastSave.savedAt)})`}. Lo que
        escribiste sigue aquí: revísalo y guarda otra vez, o quédate con lo guardado.
      </p>
      <ul>
        {Object.entries(fields).map(([name, spec]) => {
          const change = overtaken.find((one) => one.name === name);
          return (
            change && (
              <li key={name} dir="auto">
                {labelOf(spec)}: guardó {describeSetting(spec, change.theirs)}
                {isOwn(name) && '; el formulario tiene lo tuyo'}
              </li>
            )
          );
        })}
      </ul>
      <div>
        <Button variant="secondary" onClick={discard}>
          Usar lo guardado
        </Button>
      </div>
    </Notice>
  );
}
