import { type ReactNode, useId, useState } from 'react';
import { formatDateTime } from '#domain/base/dates.ts';
import { type FieldSpecs, isSame } from '#domain/settings/group.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { Refusal } from '#web/lib/api.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import type { Problems } from '#web/ui/form-rules.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { describeChanges } from './describe-setting.ts';
import { changedFields, type Draft, readDraft, type Typed, writeDraft } from './draft.ts';
import styles from './FormWindow.module.css';
import { GroupFields } from './GroupFields.tsx';
import { isOvertaken, useVersions } from './queries.ts';

type Props<Values> = {
  title: string;
  /** Effect of saving. */
  about: string;
  fields: FieldSpecs;
  /** Returns null instead of the values while there are problems. */
  check: (read: Record<string, unknown>) => { values: Values | null; problems: Problems };
  group: SettingsGroup;
  /** The saved values by field. */
  latest: { values: object; version: number };
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

/** What was typed, by setting; undefined: what is saved was typed again. */
type Typings = Readonly<Record<string, Typed | undefined>>;

/**
 * A window with a form and a preview beside it. After another person's save it lists what they
 * changed, and may be saved over it: what was typed stays, the other fields show the newer values.
 */
export function FormWindow<Values>(props: Props<Values>) {
  const { title, about, fields, check, group, latest, saving, preview, onClose, children } = props;
  const { isBusy, error, save } = saving;
  const [opened, setOpened] = useState(latest.values);
  const start = writeDraft(latest.values);
  const draftOf = (typed: Typings): Draft =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, typed[name] ?? start[name] ?? '']));
  const read = (typed: Typings) => check(readDraft(fields, draftOf(typed)));
  const form = useForm<Typings>({
    initial: {},
    check: (typed) => read(typed).problems,
    send: async (typed) => {
      const { values } = read(typed);
      if (values) await save(values, latest.version);
    },
  });
  const draft = draftOf(form.values);
  const { values, problems } = read(form.values);
  const errors = form.submitCount > 0 ? problems : {};
  const typed = changedFields(fields, start, draft);
  const isTyped = typed.length > 0;
  const lastSave = useVersions(group, latest.version).data?.[0];
  const previewId = useId();
  const overtaken = describeChanges(fields, opened, latest.values);
  const discard = () => {
    form.reset({});
    setOpened(latest.values);
  };
  return (
    <SendDialog
      title={title}
      subtitle={about}
      label={isBusy ? 'Guardando...' : 'Guardar'}
      width={preview ? 'full' : 'wide'}
      form={{ ...form, isBusy, isTyped }}
      failure={
        <>
          {!(isOvertaken(error) && overtaken.length > 0) && (
            <Failed what="Error al guardar los ajustes" error={error} />
          )}
          {Object.keys(errors).length > 0 && !(error instanceof Refusal) && (
            <p className={fieldStyles.error} role="status">
              Revisa los datos marcados.
            </p>
          )}
        </>
      }
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
          {...{ fields, draft, errors, isDisabled: isBusy }}
          // By what it is by then: a picture arrives while others are typed.
          onEdit={(name, change) =>
            form.editBy((typed) => {
              const next = change(typed[name] ?? start[name]);
              return { [name]: isSame(next, start[name]) ? undefined : next };
            })
          }
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
