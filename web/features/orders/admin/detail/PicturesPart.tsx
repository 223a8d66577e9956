import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { downloadPictures } from '#contract/orders-admin-calls.ts';
import { isUnderWay } from '#domain/orders.ts';
import { describePins } from '#domain/pins.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { ItemTools } from './ItemTools.tsx';
import { Part } from './Part.tsx';
import styles from './Pictures.module.css';
import { PictureWindow } from './PictureWindow.tsx';
import { useOrderChange } from './queries.ts';

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
      <Part title="Imágenes">
        <p className={parts.empty}>Las imágenes de este pedido ya no están</p>
      </Part>
    );
  }
  return (
    <Part title="Imágenes" outcome={outcome}>
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
      press={press}
      size="full"
      onLost={() => setLost(true)}
    />
  );
}
