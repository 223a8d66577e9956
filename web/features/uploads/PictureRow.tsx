import { memo, useId, useSyncExternalStore } from 'react';
import { isLowResolution, MAX_IMAGE_NOTES_LENGTH, RECOMMENDED_PIXELS } from '#domain/images.ts';
import type { PinChoice } from '#domain/pins.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './PictureRow.module.css';
import { describeCut, PinPreview } from './PinPreview.tsx';
import type { Picture } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { UploadState } from './UploadState.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { usePreview } from './use-preview.ts';

export type PictureEdits = Partial<PinChoice & Pick<Picture, 'notes'>>;

type Props = {
  picture: Picture;
  previews: PreviewUrls;
  uploads: UploadQueue;
  onEdit: (id: string, edits: PictureEdits) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** Drawn anew when its own picture changes, not with every byte that another one sends. */
export const PictureRow = memo(function PictureRow(props: Props) {
  const { picture, previews, uploads, onEdit, onRemove } = props;
  const id = useId();
  const progress = useSyncExternalStore(uploads.subscribe, () => uploads.get().get(picture.id));
  const { name, refusal } = picture;
  const pixels = picture.look ?? picture.upload;
  const isSmall = pixels && !refusal && isLowResolution(pixels.width, pixels.height);
  const cut = pixels && !refusal && describeCut(pixels);
  return (
    <li className={styles.row}>
      <div className={styles.pin}>
        <PinPreview
          src={usePreview(previews, picture.id)}
          pixels={pixels}
          isWaiting={!pixels && !refusal}
        />
      </div>
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
        {cut && <p className={styles.cut}>{cut}</p>}
      </div>
      <div className={styles.quantity}>
        <QuantityInput
          value={picture.quantity}
          name={name}
          onChange={(quantity) => onEdit(picture.id, { quantity })}
        />
      </div>
      <div className={styles.more}>
        {isSmall && (
          <p className={styles.advice}>
            Mide {pixels.width} × {pixels.height} px: en el pin podría verse borrosa. Si tienes una
            versión de {RECOMMENDED_PIXELS} px o más por lado, quedará mejor.
          </p>
        )}
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
