import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { downloadPicture } from '#contract/orders-admin-calls.ts';
import { describePins } from '#domain/pins.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './Pictures.module.css';

type Props = {
  order: AdminOrderDetail;
  /** Which picture, counted from 0. */
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
};

export function PictureWindow({ order: { id, items }, index, onMove, onClose }: Props) {
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
              <PinFace src={item.imageUrl} crop={item.crop} press={item.press} size="full" />
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
