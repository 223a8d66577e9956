import { type ReactNode, useId } from 'react';
import { formatDateTime } from '#domain/base/dates.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { Refusal } from '#web/lib/api.ts';
import { actorName } from '#web/panel/audit-texts.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import styles from './FormWindow.module.css';
import { GroupFields } from './GroupFields.tsx';
import { isOvertaken, useVersions } from './queries.ts';
import type { GroupForm } from './use-group-form.ts';

type Props<Values> = {
  title: string;
  /** Effect of saving. */
  about: string;
  typed: GroupForm<Values>;
  /** Undefined: none. */
  preview: ((values: Values) => ReactNode) | undefined;
  group: SettingsGroup;
  /** The group's last one. */
  version: number;
  saving: { isBusy: boolean; error: unknown };
  onClose: () => void;
  /** Content between the form and its buttons. */
  children?: ReactNode;
};

/** A window with a form and a preview beside it. */
export function FormWindow<Values>(props: Props<Values>) {
  const { title, about, typed, preview, group, version, saving, onClose, children } = props;
  const { isBusy, error } = saving;
  const { fields, draft, problems, overtaken, edit } = typed;
  const previewId = useId();
  const isWrong = Object.keys(problems).length > 0;
  return (
    <SendDialog
      title={title}
      subtitle={about}
      label={isBusy ? 'Guardando...' : 'Guardar'}
      width="full"
      form={{ ...typed, isBusy }}
      failure={
        <>
          {error !== null && !(isOvertaken(error) && overtaken.length > 0) && (
            <Failed what="Error al guardar los ajustes" error={error} />
          )}
          {isWrong && !(error instanceof Refusal) && (
            <p className={styles.wrong} role="status">
              Revisa los datos marcados.
            </p>
          )}
        </>
      }
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {overtaken.length > 0 && <OvertakenNotice {...{ typed, group, version }} />}
      <div className={preview && styles.sides}>
        <GroupFields {...{ fields, draft }} errors={problems} isDisabled={isBusy} onEdit={edit} />
        {preview && (
          <section className={`box ${styles.preview}`} aria-labelledby={previewId}>
            <h3 id={previewId} className={styles.title}>
              Así se verá
            </h3>
            {typed.values ? (
              preview(typed.values)
            ) : (
              <p className="soft">Cuando todos los datos estén bien, se verán aquí.</p>
            )}
          </section>
        )}
      </div>
      {children}
    </SendDialog>
  );
}

type OvertakenProps<Values> = Pick<Props<Values>, 'typed' | 'group' | 'version'>;

function OvertakenNotice<Values>({ typed, group, version }: OvertakenProps<Values>) {
  const { overtaken, isOwn, discard } = typed;
  const lastSave = useVersions(group, version).data?.[0];
  return (
    <Notice tone="error" className="stack-2">
      <p>
        <strong>Otra persona guardó estos ajustes mientras los tenías abiertos</strong>
        {lastSave && ` (${actorName(lastSave.by)}, ${formatDateTime(lastSave.savedAt)})`}. Lo que
        escribiste sigue aquí: revísalo y guarda otra vez, o quédate con lo guardado.
      </p>
      <ul>
        {overtaken.map(({ name, label, text }) => (
          <li key={name} dir="auto">
            {label}: guardó {text}
            {isOwn(name) && '; el formulario tiene lo tuyo'}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={discard}>
          Usar lo guardado
        </Button>
      </div>
    </Notice>
  );
}
