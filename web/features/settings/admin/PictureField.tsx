import { type ChangeEvent, useId, useRef, useState } from 'react';
import { IMAGE_TYPES } from '#domain/images.ts';
import { describeFailure } from '#web/features/admin/Failure.tsx';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Fields.module.css';
import { SENDING } from './fields.ts';

type Props = {
  label: string;
  spec: { hint?: string };
  /** Its URL among the shop's files; empty: none. */
  value: string;
  error: string | undefined;
  onEdit: (url: string) => void;
};

/** Uploads a picture as soon as it is chosen; the form then contains its URL. */
export function PictureField({ label, spec: { hint }, value, error, onEdit }: Props) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const isSending = value === SENDING;
  const [failure, setFailure] = useState<string | null>(null);

  const send = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // Allows choosing the same file again.
    input.value = '';
    if (!file) return;
    onEdit(SENDING);
    setFailure(null);
    try {
      onEdit((await sendPicture(file, file.name)).imageUrl);
    } catch (cause) {
      onEdit(value);
      setFailure(describeFailure('No se pudo subir la imagen', cause));
    }
  };
  const wrong = failure ?? error;
  return (
    <fieldset
      className={styles.list}
      aria-describedby={[hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ')}
    >
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => void send(event)}
      />
      <div className={styles.picture}>
        {value && !isSending && <img src={value} alt="" />}
        <Button variant="secondary" busy={isSending} onClick={() => picker.current?.click()}>
          {buttonText(value)}
        </Button>
        {value && !isSending && (
          <Button variant="quiet" onClick={() => onEdit('')}>
            Quitar imagen
          </Button>
        )}
      </div>
      {wrong && (
        <p id={`${id}-error`} className={styles.error} role={failure ? 'alert' : undefined}>
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

function buttonText(value: string): string {
  if (value === SENDING) return 'Subiendo...';
  return value ? 'Cambiar imagen' : 'Elegir imagen';
}
