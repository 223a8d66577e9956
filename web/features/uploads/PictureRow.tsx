import { memo, useId, useState } from 'react';
import { findUnoffered, type PinChoice } from '#domain/pins/choice.ts';
import { MAX_IMAGE_NOTES_LENGTH, MAX_IMAGE_PIXELS } from '#domain/pins/images.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useSilentField } from '#web/ui/silent-fields.ts';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useOnline } from '#web/ui/use-media.ts';
import { useKindParts } from './kind-parts.tsx';
import styles from './PictureRow.module.css';
import { PictureTexts } from './PictureTexts.tsx';
import { cropOf, fileOf, kindFieldId, type Picture, pixelsOf } from './picture.ts';
import { type PreviewUrls, usePreview } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { SendingBar } from './SendingBar.tsx';
import { SharpnessLight } from './SharpnessLight.tsx';
import uploadStateStyles from './UploadState.module.css';
import { describeRetry } from './UploadTotal.tsx';
import type { UploadProgress, UploadQueue } from './upload-queue.ts';
import { hasKinds, useOffer, usePictureName, usePin } from './use-pin.ts';

export type PictureEdits = Partial<PinChoice & Pick<Picture, 'notes' | 'names'>>;

type Props = {
  picture: Picture;
  previews: PreviewUrls;
  uploads: UploadQueue;
  /** One of many: hides successful states and the field for notes. */
  isCompact: boolean;
  onAdjust: (id: string) => void;
  onEdit: (id: string, edits: PictureEdits) => void;
  /** Adds another pin of the picture; null if it has every pin on offer. */
  onAddKind: ((id: string) => void) | null;
  onShrink: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** Re-rendered only for changes of its own picture, not for the upload of others. */
export const PictureRow = memo(function PictureRow(props: Props) {
  const { picture, previews, uploads, isCompact, onAdjust, onEdit, onAddKind } = props;
  const { onShrink, onRemove } = props;
  const pin = usePin(picture);
  const name = usePictureName(picture);
  const progress = useStore({
    get: () => uploads.get().get(picture.id),
    subscribe: uploads.subscribe,
  });
  const { refusal } = picture;
  const pixels = pixelsOf(picture);
  const crop = cropOf(picture);
  return (
    <li className={isCompact ? `${styles.row} ${styles.compact}` : styles.row}>
      <button
        type="button"
        className={`plain ${styles.pin}`}
        aria-label={`Ajustar ${name}`}
        disabled={!pixels || refusal !== null}
        onClick={() => onAdjust(picture.id)}
      >
        <span className={styles.face}>
          <PinFace
            src={usePreview(previews, fileOf(picture))}
            pin={{ ...pin, crop, text: picture.text }}
            size="full"
            isWaiting={!pixels && !refusal}
          />
        </span>
        {/* The pin itself is the button, and has its name; a label would take a line per row. */}
        {!isCompact && <span className={styles.adjust}>Ajustar</span>}
      </button>
      <p className={styles.name} title={picture.name}>
        <bdi>{picture.name}</bdi>
      </p>
      <button
        type="button"
        className={`round ${styles.remove}`}
        aria-label={`Quitar ${name}`}
        onClick={({ currentTarget, detail }) => {
          // The next picture is there at the second click of a double click.
          if (detail > 1) return;
          // Removing a focused element makes the browser lay out the half-changed page once more.
          currentTarget.blur();
          onRemove([picture.id]);
        }}
      >
        <Icon name="cross" />
      </button>
      {!refusal && <KindPart {...{ picture, onEdit, onAddKind }} />}
      {!refusal && picture.names.length === 0 && (
        <div className={styles.quantity}>
          <QuantityInput
            value={picture.quantity}
            name={name}
            onChange={(quantity) => onEdit(picture.id, { quantity })}
          />
        </div>
      )}
      <div className={styles.state}>
        {refusal ? (
          <>
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
            {pixels && pixels.width * pixels.height > MAX_IMAGE_PIXELS && (
              <Button variant="secondary" onClick={() => onShrink(picture.id)}>
                Achicarla y usarla
              </Button>
            )}
          </>
        ) : (
          <UploadState
            isUploaded={!!picture.upload}
            isCompact={isCompact}
            progress={progress}
            onRetry={uploads.retryNow}
          />
        )}
        {pixels && !refusal && (
          <SharpnessLight crop={crop} pixels={pixels} pin={pin} isBrief={isCompact} />
        )}
        {picture.text && !refusal && <PictureTexts {...{ picture, pin }} />}
      </div>
      {!refusal &&
        (isCompact ? <FoldedNotes {...{ picture, onEdit }} /> : <Notes {...{ picture, onEdit }} />)}
    </li>
  );
});

type KindProps = Pick<Props, 'picture' | 'onEdit' | 'onAddKind'>;

/** The pin of the picture, if there is a choice of pins. */
function KindPart({ picture, onEdit, onAddKind }: KindProps) {
  const offered = useOffer();
  const parts = useKindParts();
  const { id, name } = picture;
  if (!hasKinds(offered) && findUnoffered(picture, offered) === null) return null;
  return (
    <div className={`row ${styles.kind}`}>
      {parts && (
        <parts.KindSelect
          id={kindFieldId(id)}
          name={name}
          kind={picture}
          onChoose={(kind) => onEdit(id, kind)}
        />
      )}
      {onAddKind && (
        <Button
          variant="quiet"
          aria-label={`${offered.length > 1 ? OTHER_SIZE : OTHER_BACK}: ${name}`}
          onClick={() => onAddKind(id)}
        >
          {offered.length > 1 ? OTHER_SIZE : OTHER_BACK}
        </Button>
      )}
    </div>
  );
}

const OTHER_SIZE = 'También en otro tamaño';
const OTHER_BACK = 'También con otro reverso';

type NotesProps = Pick<Props, 'picture' | 'onEdit'> & {
  /** The notes have just been opened. */
  takesFocus?: boolean;
};

function Notes({ picture, onEdit, takesFocus = false }: NotesProps) {
  const id = useId();
  const type = (notes: string) => onEdit(picture.id, { notes });
  useSilentField(id, picture.notes, type);
  return (
    <div className={styles.more}>
      <label className="label" htmlFor={id}>
        Notas <span className={styles.optional}>(opcional)</span>
      </label>
      <textarea
        id={id}
        ref={takesFocus ? takeFocus : undefined}
        className={styles.notes}
        rows={1}
        dir="auto"
        maxLength={MAX_IMAGE_NOTES_LENGTH}
        placeholder="Ej.: que se vea el perro completo"
        value={picture.notes}
        onChange={({ target }) => type(target.value)}
      />
    </div>
  );
}

/** The field for notes, shown once there are some or on request. */
function FoldedNotes(props: NotesProps) {
  const [hasNotes] = useState(props.picture.notes !== '');
  const [isOpen, setOpen] = useState(hasNotes);
  if (isOpen) return <Notes {...props} takesFocus={!hasNotes} />;
  return (
    <div className={styles.open}>
      <Button
        variant="quiet"
        aria-label={`Agregar una nota a ${props.picture.name}`}
        onClick={() => setOpen(true)}
      >
        Nota
      </Button>
    </div>
  );
}

type UploadStateProps = {
  isUploaded: boolean;
  isCompact: boolean;
  progress: UploadProgress | undefined;
  onRetry: () => void;
};

function UploadState({ isUploaded, isCompact, progress, onRetry }: UploadStateProps) {
  const isOnline = useOnline();
  if (isUploaded) {
    // The line above a long list counts them.
    if (isCompact) return null;
    return (
      <p className={`row soft ${uploadStateStyles.done}`}>
        <Icon name="tick" /> Subida
      </p>
    );
  }
  if (!isOnline && !isCompact) {
    return (
      <p className={`row soft ${uploadStateStyles.paused}`}>
        En pausa: seguirá sola cuando vuelva la conexión.
      </p>
    );
  }
  const compact = isCompact ? uploadStateStyles.compact : '';
  if (isOnline && progress?.name === 'retrying') {
    return (
      <div className={`row soft ${uploadStateStyles.retrying} ${compact}`}>
        <span>{describeRetry(progress)}</span>
        <button type="button" className={`plain ${uploadStateStyles.retry}`} onClick={onRetry}>
          <Icon name="repeat" />
          <span>Reintentar ahora</span>
        </button>
      </div>
    );
  }
  const share = progress?.name === 'sending' ? progress.share : 0;
  return (
    <div className={`row soft ${uploadStateStyles.state} ${compact}`}>
      <SendingBar share={share} label="Subiendo la imagen" />
      <span>{isOnline ? describeProgress(progress) : 'En pausa'}</span>
    </div>
  );
}

function describeProgress(progress: UploadProgress | undefined): string {
  return progress?.name === 'sending'
    ? `Subiendo ${Math.floor(progress.share * 100)} %`
    : 'En espera';
}
