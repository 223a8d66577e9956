import { memo, useId } from 'react';
import { MAX_IMAGE_NOTES_LENGTH } from '#domain/images.ts';
import type { PinChoice } from '#domain/pins/choice.ts';
import { type Crop, frontOf } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { useStore } from '#web/lib/store.ts';
import { CroppedPicture } from '#web/ui/CroppedPicture.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useOnline } from '#web/ui/use-media.ts';
import styles from './PictureRow.module.css';
import pinPreviewStyles from './PinPreview.module.css';
import { cropOf, type Picture, pixelsOf } from './picture.ts';
import { type PreviewUrls, usePreview } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { SendingBar } from './SendingBar.tsx';
import { SharpnessLight } from './SharpnessLight.tsx';
import uploadStateStyles from './UploadState.module.css';
import type { UploadProgress, UploadQueue } from './upload-queue.ts';
import { usePin } from './use-pin.ts';

export type PictureEdits = Partial<PinChoice & Pick<Picture, 'notes'>>;

type Props = {
  picture: Picture;
  previews: PreviewUrls;
  uploads: UploadQueue;
  onAdjust: (id: string) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** Drawn anew when its own picture changes, not with every byte that another one sends. */
export const PictureRow = memo(function PictureRow(props: Props) {
  const { picture, previews, uploads, onAdjust, onEdit, onRemove } = props;
  const id = useId();
  const pin = usePin();
  const progress = useStore({
    get: () => uploads.get().get(picture.id),
    subscribe: uploads.subscribe,
  });
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
          pin={pin}
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
        {pixels && !refusal && <SharpnessLight crop={crop} pixels={pixels} pin={pin} />}
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

type UploadStateProps = {
  isUploaded: boolean;
  progress: UploadProgress | undefined;
  onRetry: () => void;
};

function UploadState({ isUploaded, progress, onRetry }: UploadStateProps) {
  const isOnline = useOnline();
  if (isUploaded) {
    return (
      <p className={uploadStateStyles.done}>
        <Icon name="tick" /> Subida
      </p>
    );
  }
  if (!isOnline) {
    return (
      <p className={uploadStateStyles.retrying}>
        En pausa: seguirá sola cuando vuelva la conexión.
      </p>
    );
  }
  if (progress?.name === 'retrying') {
    return (
      <p className={uploadStateStyles.retrying}>
        <span>{progress.reason ?? 'Sin conexión con la tienda'}. Reintentamos solos.</span>
        <button type="button" className={uploadStateStyles.retry} onClick={onRetry}>
          <Icon name="repeat" /> Reintentar ahora
        </button>
      </p>
    );
  }
  const share = progress?.name === 'sending' ? progress.share : 0;
  const percent = Math.floor(share * 100);
  return (
    <div className={uploadStateStyles.state}>
      <SendingBar share={share} label="Subiendo la imagen" />
      <span>{progress?.name === 'sending' ? `Subiendo ${percent} %` : 'En espera'}</span>
    </div>
  );
}

type PinPreviewProps = {
  src: string | undefined;
  crop: Crop;
  pin: PressedPin;
  isWaiting: boolean;
};

/** The frame's width in widths of the pin's face: the pin takes 76 % of it, its rim 10 % of that. */
const FRAME = 1 / (0.76 * 0.9);

/** The pin, and pale around it what of the picture does not show on it. */
function PinPreview({ src, crop, pin, isWaiting }: PinPreviewProps) {
  const front = frontOf(crop, pin);
  return (
    <span className={pinPreviewStyles.frame}>
      {src && (
        <span className={pinPreviewStyles.rest}>
          <CroppedPicture src={src} crop={{ ...front, diameter: front.diameter * FRAME }} />
        </span>
      )}
      <span className={pinPreviewStyles.pin}>
        <PinFace src={src} crop={crop} pin={pin} size="full" isWaiting={isWaiting} />
      </span>
    </span>
  );
}
