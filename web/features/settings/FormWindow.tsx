import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { formatDateTime } from '#domain/base/dates.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { Refusal } from '#web/lib/api.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { describeChanges } from './describe-setting.ts';
import { changedFields, type Draft, readDraft, writeDraft } from './draft.ts';
import styles from './FormWindow.module.css';
import { GroupFields } from './GroupFields.tsx';
import type { Form } from './group-form.ts';
import { isOvertaken, useVersions } from './queries.ts';

type Props<Values> = {
  title: string;
  /** Effect of saving. */
  about: string;
  form: Form<Values>;
  group: SettingsGroup;
  latest: { values: Values; version: number };
  saving: {
    isBusy: boolean;
    error: unknown;
    save: (values: Values, version: number) => Promise<unknown>;
  };
  /** Undefined: none. */
  preview: ((values: Values) => ReactNode) | undefined;
  onClose: () => void;
  /** Content between the form and its buttons. */
  children?: (isTyped: boolean) => ReactNode;
};

/**
 * A window with a form and a preview beside it. After another person's save it lists what they
 * changed, and may be saved over it: what was typed stays, the other fields show the newer values.
 */
export function FormWindow<Values>(props: Props<Values>) {
  const { title, about, group, latest, saving, preview, onClose, children } = props;
  const { fields, flatten, check } = props.form;
  const { isBusy, error, save } = saving;
  const [base, setBase] = useState(latest);
  /** What was changed elsewhere while the form was open. */
  const [overtaken, setOvertaken] = useState<ReturnType<typeof describeChanges>>([]);
  const start = writeDraft(flatten(base.values));
  const read = (draft: Draft) => check(readDraft(fields, draft));
  const form = useForm<Draft>({
    initial: start,
    check: (draft) => read(draft).problems,
    send: async (draft) => {
      const { values } = read(draft);
      if (values) await save(values, latest.version);
    },
  });
  const { values, problems } = read(form.values);
  const errors = form.submitCount > 0 ? problems : {};
  const typed = changedFields(fields, start, form.values);
  const isTyped = typed.length > 0;
  const lastSave = useVersions(group, latest.version).data?.[0];
  const previewId = useId();

  const showNewer = useEffectEvent(() => {
    const theirs = flatten(latest.values);
    const own = Object.entries(form.values).filter(([name]) => typed.includes(name));
    setBase(latest);
    setOvertaken(describeChanges(fields, flatten(base.values), theirs));
    form.reset({ ...writeDraft(theirs), ...Object.fromEntries(own) });
  });
  useEffect(() => {
    if (latest.version !== base.version) showNewer();
  }, [latest.version, base.version]);

  const discard = () => {
    form.reset(start);
    setOvertaken([]);
  };
  return (
    <SendDialog
      title={title}
      subtitle={about}
      label={isBusy ? 'Guardando...' : 'Guardar'}
      width="full"
      form={{ ...form, isBusy, isTyped }}
      failure={
        <>
          {!(isOvertaken(error) && overtaken.length > 0) && (
            <Failed what="Error al guardar los ajustes" error={error} />
          )}
          {Object.keys(errors).length > 0 && !(error instanceof Refusal) && (
            <p className={styles.wrong} role="status">
              Revisa los datos marcados.
            </p>
          )}
        </>
      }
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {overtaken.length > 0 && (
        <Notice tone="error" className="stack-2">
          <p>
            <strong>Otra persona guardó estos ajustes mientras los tenías abiertos</strong>
            {lastSave && ` (${actorName(lastSave.by)}, ${formatDateTime(lastSave.savedAt)})`}. Lo
            que escribiste sigue aquí: revísalo y guarda otra vez, o quédate con lo guardado.
          </p>
          <ul>
            {overtaken.map(({ name, label, text }) => (
              <li key={name} dir="auto">
                {label}: guardó {text}
                {typed.includes(name) && '; el formulario tiene lo tuyo'}
              </li>
            ))}
          </ul>
          <div>
            <Button variant="secondary" onClick={discard}>
              Usar lo guardado
            </Button>
          </div>
        </Notice>
      )}
      <div className={preview && styles.sides}>
        <GroupFields
          {...{ fields, draft: form.values, errors, isDisabled: isBusy }}
          // By what it is by then: a picture arrives while others are typed.
          onEdit={(name, change) => form.editBy((now) => ({ [name]: change(now[name]) }))}
        />
        {preview && (
          <section className={`box ${styles.preview}`} aria-labelledby={previewId}>
            <h3 id={previewId} className={styles.title}>
              Así se verá
            </h3>
            {values ? (
              preview(values)
            ) : (
              <p className="soft">Cuando todos los datos estén bien, se verán aquí.</p>
            )}
          </section>
        )}
      </div>
      {children?.(isTyped)}
    </SendDialog>
  );
}
