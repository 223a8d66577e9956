import { memo, useId, useSyncExternalStore } from 'react';
import { MAX_IMAGE_NOTES_LENGTH } from '#domain/images.ts';
import type { PinChoice } from '#domain/pins.ts';
import type { Press } from '#domain/press.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './PictureRow.module.css';
import { PinPreview } from './PinPreview.tsx';
import { cropOf, type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { SharpnessLight } from './SharpnessLight.tsx';
import { UploadState } from './UploadState.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { usePreview } from './use-preview.ts';

export type PictureEdits = Partial<PinChoice & Pick<Picture, 'notes'>>;

type Props = {
  picture: Picture;
  previews: PreviewUrls;
  uploads: UploadQueue;
  press: Press;
  onAdjust: (id: string) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** Drawn anew when its own picture changes, not with every byte that another one sends. */
export const PictureRow = memo(function PictureRow(props: Props) {
  const { picture, previews, uploads, press, onAdjust, onEdit, onRemove } = props;
  const id = useId();
  const progress = useSyncExternalStore(uploads.subscribe, () => uploads.get().get(picture.id));
  const { name, refusal } = picture;
  const pixels = pixelsOf(picture);
  const crop = cropOf(picture);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.pin}
        aria-label={`Ajustar ${name}`}
        disabled={!pixels || refusal !== null}
        onClick={() => onAdjust(picture.id)}
      >
        <PinPreview
          src={usePreview(previews, picture.id)}
          crop={crop}
          press={press}
          isWaiting={!pixels && !refusal}
        />
        <span className={styles.adjust}>Ajustar</span>
      </button>
      <p className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </p>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Quitar ${name}`}
        onClick={() => onRemove([picture.id])}
      >
        <Icon name="cross" />
      </button>
      <div className={styles.state}>
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : (
          <UploadState
            isUploaded={!!picture.upload}
            progress={progress}
            onRetry={uploads.retryNow}
          />
        )}
        {pixels && !refusal && <SharpnessLight crop={crop} pixels={pixels} press={press} />}
      </div>
      <div className={styles.quantity}>
        <QuantityInput
          value={picture.quantity}
          name={name}
          onChange={(quantity) => onEdit(picture.id, { quantity })}
        />
      </div>
      <div className={styles.more}>
        <label className={styles.label} htmlFor={id}>
          Notas <span className={styles.optional}>(opcional)</span>
        </label>
        <textarea
          id={id}
          className={styles.notes}
          rows={1}
          dir="auto"
          maxLength={MAX_IMAGE_NOTES_LENGTH}
          placeholder="Ej.: que se vea el perro completo"
          value={picture.notes}
          onChange={(event) => onEdit(picture.id, { notes: event.target.value })}
        />
      </div>
    </li>
  );
});
