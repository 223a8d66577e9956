import { type ReactNode, type Ref, useId } from 'react';
import { uploadLogo } from '#contract/settings/settings-admin.ts';
import { IMAGE_TYPES } from '#domain/pins/images.ts';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { withSecondFactor } from '#web/panel/call-admin.ts';
import { describeFailure } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { SENDING } from './draft.ts';
import styles from './Fields.module.css';

type SettingGroupProps = {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** The error has just occurred: screen readers are interrupted. */
  isAlert?: boolean;
  ref?: Ref<HTMLFieldSetElement>;
  /** Below the error. */
  foot?: ReactNode;
  children: ReactNode;
};

/** The inputs of one setting, below its name. */
export function SettingGroup(props: SettingGroupProps) {
  const { label, hint, error, isAlert = false, ref, foot, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset ref={ref} className={styles.list} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error} role={isAlert ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {foot}
    </fieldset>
  );
}

type Props = {
  label: string;
  spec: { kind: 'picture' | 'logo'; hint?: string };
  /** Its URL among the shop's files; empty: none. */
  value: string;
  error: string | undefined;
  onEdit: (url: string) => void;
};

const KINDS = {
  picture: {
    name: 'imagen',
    accept: IMAGE_TYPES.join(),
    send: async (file: File) => (await sendPicture(file, file.name)).imageUrl,
  },
  logo: {
    name: 'logo',
    accept: 'image/svg+xml,image/png',
    send: async (logo: File) => (await withSecondFactor(() => sendForm(uploadLogo, { logo }))).logo,
  },
};

/** Uploads a picture as soon as it is chosen; the form then contains its URL. */
export function PictureField({ label, spec: { kind, hint }, value, error, onEdit }: Props) {
  const { name, accept, send } = KINDS[kind];
  const isSending = value === SENDING;
  const upload = useTask(async (file: File) => {
    onEdit(SENDING);
    let url = value;
    try {
      url = await send(file);
    } finally {
      onEdit(url);
    }
  });
  const failure =
    upload.error === null
      ? ''
      : describeFailure(`No se pudo subir ${kind === 'logo' ? 'el' : 'la'} ${name}`, upload.error);
  const choose = `${value ? 'Cambiar' : 'Elegir'} ${name}`;
  return (
    <SettingGroup label={label} hint={hint} error={failure || error} isAlert={Boolean(failure)}>
      <div className="row">
        {value && !isSending && <img className={styles[kind]} src={value} alt="" />}
        <FileButton
          accept={accept}
          busy={isSending}
          onFiles={([file]) => file && void upload.run(file)}
        >
          {isSending ? 'Subiendo...' : choose}
        </FileButton>
        {value && !isSending && (
          <Button variant="quiet" onClick={() => onEdit('')}>
            Quitar {name}
          </Button>
        )}
      </div>
    </SettingGroup>
  );
}
