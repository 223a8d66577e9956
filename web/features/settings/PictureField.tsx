import { uploadLogo } from '#contract/settings/settings-admin.ts';
import { IMAGE_TYPES } from '#domain/pins/images.ts';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { describeFailure } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { SENDING } from './draft.ts';
import styles from './Fields.module.css';

const KINDS = {
  picture: {
    name: 'imagen',
    failed: 'No se pudo subir la imagen',
    accept: IMAGE_TYPES.join(),
    send: async (file: File) => (await sendPicture(file, file.name)).imageUrl,
  },
  logo: {
    name: 'logo',
    failed: 'No se pudo subir el logo',
    accept: 'image/svg+xml,image/png',
    send: async (logo: File) =>
      (await withReauthentication(() => sendForm(uploadLogo, { logo }))).logo,
  },
};

type Props = {
  kind: keyof typeof KINDS;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** Its URL among the shop's files; empty: none. */
  value: string;
  onEdit: (url: string) => void;
};

/** Uploads a picture as soon as it is chosen; the form then contains its URL. */
export function PictureField({ kind, label, hint, error, value, onEdit }: Props) {
  const { name, failed, accept, send } = KINDS[kind];
  const isSending = value === SENDING;
  const isShown = value !== '' && !isSending;
  const upload = useTask(async (file: File) => {
    onEdit(SENDING);
    let url = value;
    try {
      url = await send(file);
    } finally {
      onEdit(url);
    }
  });
  const problem = upload.error === null ? error : describeFailure(failed, upload.error);
  return (
    <FieldGroup className={styles.list} question={label} hint={hint} error={problem}>
      <div className="row">
        {isShown && <img className={styles[kind]} src={value} alt="" />}
        <FileButton
          accept={accept}
          busy={isSending}
          onFiles={([file]) => file && void upload.run(file)}
        >
          {isSending ? 'Subiendo...' : `${value ? 'Cambiar' : 'Elegir'} ${name}`}
        </FileButton>
        {isShown && (
          <Button variant="quiet" onClick={() => onEdit('')}>
            Quitar {name}
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}
