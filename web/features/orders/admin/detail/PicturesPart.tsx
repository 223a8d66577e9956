import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { downloadPicture, downloadPictures } from '#contract/orders-admin-calls.ts';
import { changeItem } from '#contract/proofs.ts';
import { IMAGE_TYPES } from '#domain/images.ts';
import { isUnderWay } from '#domain/orders.ts';
import { describePins, repeatChoice } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import type { Picture } from '#web/features/uploads/picture.ts';
import { createPreviewUrls } from '#web/features/uploads/preview-urls.ts';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { studio } from '#web/features/uploads/studio-loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { countImages } from './order-texts.ts';
import { Part } from './Part.tsx';
import styles from './Pictures.module.css';
import { type ChangeOrder, useOrderChange } from './queries.ts';

export function PicturesPart({ order }: { order: AdminOrderDetail }) {
  const { id, items } = order;
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la imagen');
  const mayChange = isUnderWay(order.status);
  const [shown, setShown] = useState<number | null>(null);
  const zip = useTask(() =>
    download(downloadPictures, { params: { id }, fallbackName: `${id}.zip` }),
  );
  if (items.length === 0) {
    return (
      <Part title="Imágenes" brief="Ya no están">
        <p className={parts.empty}>Las imágenes de este pedido ya no están</p>
      </Part>
    );
  }
  return (
    <Part title="Imágenes" brief={countImages(order)} outcome={outcome}>
      <ul className={styles.pictures}>
        {items.map((item, index) => (
          <li key={item.imageUrl} className={styles.picture}>
            <button
              type="button"
              className={styles.open}
              aria-label={`Imagen ${index + 1}, ver en grande`}
              onClick={() => setShown(index)}
            >
              <Thumbnail item={item} />
            </button>
            <p className={styles.caption}>
              <strong>
                Imagen {index + 1} {describePins(item)}
              </strong>
              <span dir="auto">{item.originalName}</span>
              {item.notes && <em dir="auto">{item.notes}</em>}
            </p>
            {mayChange && <ItemTools order={order} index={index} isBusy={isBusy} change={change} />}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" busy={zip.isBusy} onClick={zip.run}>
          {zip.isBusy ? 'Preparando...' : 'Descargar originales (ZIP)'}
        </Button>
      </div>
      {zip.error !== null && (
        <Failure
          error={zip.error}
          text={describeFailure('Error al descargar las imágenes', zip.error)}
        />
      )}
      {shown !== null && (
        <PictureWindow
          key={shown}
          order={order}
          index={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </Part>
  );
}

function Thumbnail({ item }: { item: AdminOrderDetail['items'][number] }) {
  const [isLost, setLost] = useState(false);
  if (isLost) return <span className={styles.lost}>Imagen no disponible</span>;
  const { thumbnailUrl, crop, press } = item;
  return (
    <PinFace
      src={thumbnailUrl}
      crop={crop}
      pin={{ press }}
      size="full"
      onLost={() => setLost(true)}
    />
  );
}

type Props = {
  order: AdminOrderDetail;
  /** Which picture, counted from 0. */
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
};

function PictureWindow({ order: { id, items }, index, onMove, onClose }: Props) {
  const [isLost, setLost] = useState(false);
  const item = items[index];
  const n = String(index + 1);
  const original = useTask(() =>
    download(downloadPicture, {
      params: { id, n },
      fallbackName: item?.originalName ?? `${id}-${n}`,
    }),
  );
  if (!item) return null;
  return (
    <Dialog
      title={`Imagen ${n} de ${items.length}`}
      subtitle={
        <span dir="auto">
          {item.originalName} {describePins(item)}
          {item.notes && ` · ${item.notes}`}
        </span>
      }
      width="full"
      onClose={onClose}
    >
      {isLost ? (
        <p className={parts.empty}>Imagen no disponible</p>
      ) : (
        <div className={styles.views}>
          <figure className={styles.view}>
            <span className={styles.pin}>
              <PinFace src={item.imageUrl} crop={item.crop} pin={item} size="full" />
            </span>
            <figcaption>{item.crop ? 'El pin, como se pidió' : 'El pin, al centro'}</figcaption>
          </figure>
          <figure className={styles.view}>
            <a className={styles.full} href={item.imageUrl} target="_blank" rel="noreferrer">
              <img
                src={item.imageUrl}
                alt={`Imagen ${n}, en tamaño completo`}
                onError={() => setLost(true)}
              />
            </a>
            <figcaption>La imagen entera</figcaption>
          </figure>
        </div>
      )}
      <div className={styles.actions}>
        {items.length > 1 && (
          <>
            <Button variant="secondary" disabled={index === 0} onClick={() => onMove(index - 1)}>
              Anterior
            </Button>
            <Button
              variant="secondary"
              disabled={index === items.length - 1}
              onClick={() => onMove(index + 1)}
            >
              Siguiente
            </Button>
          </>
        )}
        <Button busy={original.isBusy} onClick={original.run}>
          Descargar original
        </Button>
      </div>
      {original.error !== null && (
        <Failure
          error={original.error}
          text={describeFailure('Error al descargar la imagen', original.error)}
        />
      )}
    </Dialog>
  );
}

type ItemToolsProps = {
  order: AdminOrderDetail;
  /** Which picture, counted from 0. */
  index: number;
  isBusy: boolean;
  change: ChangeOrder;
};

const previews = createPreviewUrls();
/** The browser has no file of it. */
const enlarge = async () => null;

/** Moves the crop of an order's picture, in the buyers' own studio, or puts another in its place. */
function ItemTools({ order, index, isBusy, change }: ItemToolsProps) {
  const [isAdjusting, setAdjusting] = useState(false);
  const [crop, setCrop] = useState<Crop | null>(null);
  const last = useRef<Crop | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const n = String(index + 1);
  const picture = toPicture(order, index, crop);

  const keep = (moved: Crop) => {
    last.current = moved;
    setCrop(moved);
  };
  const save = useEffectEvent(async () => {
    const moved = last.current;
    if (!moved) return;
    last.current = null;
    const { tone } = await change(({ params: { id }, version }) =>
      callAdmin(changeItem, { params: { id, n }, version, body: { crop: moved } }),
    );
    if (tone === 'success') setCrop(null);
    // The studio shows it the next time, and sends it again.
    else last.current = moved;
  });
  // The studio hands its last step over when it goes, before this.
  useEffect(() => {
    if (!isAdjusting) void save();
  }, [isAdjusting]);

  const replace = async (chosen: File) => {
    await change(async ({ params: { id }, version }) => {
      const { signal } = new AbortController();
      const sent = await sendPicture(chosen, chosen.name, { signal, onProgress: () => undefined });
      const body = { imageUrl: sent.imageUrl, originalName: chosen.name };
      return callAdmin(changeItem, { params: { id, n }, version, body });
    });
  };
  if (!picture) return null;
  return (
    <span className={styles.tools}>
      <Button
        variant="quiet"
        aria-label={`Ajustar la imagen ${n}`}
        disabled={isBusy}
        onClick={() => setAdjusting(true)}
      >
        Ajustar
      </Button>
      <Button
        variant="quiet"
        aria-label={`Cambiar la imagen ${n}`}
        disabled={isBusy}
        onClick={() => file.current?.click()}
      >
        Cambiar
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={`Archivo para la imagen ${n}`}
        accept={IMAGE_TYPES.join(',')}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen) void replace(chosen);
        }}
      />
      {isAdjusting && (
        <Loaded loader={studio} onGiveUp={() => setAdjusting(false)}>
          {({ Studio }) => (
            <Studio
              pictures={[picture]}
              id={picture.id}
              previews={previews}
              enlarge={enlarge}
              pin={picture}
              onEdit={(_, edits) => keep(edits.crop ?? picture.upload?.crop ?? MIDDLE_CROP)}
              onMove={() => undefined}
              onClose={() => setAdjusting(false)}
            />
          )}
        </Loaded>
      )}
    </span>
  );
}

/** Null when the picture is lost. */
function toPicture(
  order: AdminOrderDetail,
  index: number,
  moved: Crop | null,
): (Picture & { press: Press }) | null {
  const item = order.items[index];
  const original = order.originals[index];
  if (!item || !original) return null;
  const { width, height } = original;
  const start = original.start ?? MIDDLE_CROP;
  return {
    id: String(index),
    name: item.originalName,
    size: 0,
    order: index,
    notes: item.notes ?? '',
    look: null,
    upload: { imageUrl: item.imageUrl, width, height, crop: start },
    refusal: null,
    ...repeatChoice(item),
    crop: moved ?? item.crop,
    press: item.press,
  };
}
