import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { downloadPicture, downloadPictures } from '#contract/orders/orders-admin-calls.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import { isIncomplete } from '#domain/orders/order-stage.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { describePins } from '#domain/pins/choice.ts';
import { isRefunded } from '#web/features/payments/refund-texts.ts';
import { AskPictures } from '#web/features/production/AskPictures.tsx';
import { itemKeys } from '#web/lib/item-keys.ts';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import orderStyles from '#web/panel/order/Order.module.css';
import { describeOrderPins, isOrdered } from '#web/panel/order/order-texts.ts';
import { OpenPart } from '#web/panel/order/Part.tsx';
import { useOrderChange } from '#web/panel/order/queries.ts';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { ItemTools } from './ItemTools.tsx';
import styles from './Pictures.module.css';

export function PicturesPart({ order }: { order: AdminOrderDetail }) {
  const { id, items } = order;
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar la imagen');
  const mayChange = isUnderWay(order.status);
  const mayAsk =
    mayChange && !isRefunded(order) && order.marks.printed === null && mailboxOf(order) !== null;
  const [shown, setShown] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const zip = useTask(() =>
    download(downloadPictures, { params: { id }, fallbackName: `${id}.zip` }),
  );
  if (items.length === 0) {
    const isExpected = isIncomplete(order.waitsFor) || !isOrdered(order);
    const text = isExpected
      ? 'Quien compra todavía no agrega sus imágenes'
      : 'Las imágenes de este pedido ya no están';
    return (
      <OpenPart title="Imágenes">
        <p className={parts.empty}>{text}</p>
      </OpenPart>
    );
  }
  const keys = itemKeys(items);
  return (
    <OpenPart title="Imágenes" outcome={outcome}>
      <h3 className={orderStyles.title}>
        Imágenes <span className="soft">{describeOrderPins(order)}</span>
      </h3>
      <ul className={styles.pictures}>
        {items.map((item, index) => (
          <li key={keys[index]} className={`stack-2 ${styles.picture}`}>
            <button
              type="button"
              className={`plain ${styles.open}`}
              aria-label={`Imagen ${index + 1}, ver en grande`}
              onClick={() => setShown(index)}
            >
              <PinFace src={item.thumbnailUrl} pin={item} size="full" />
            </button>
            <p className={`stack ${styles.caption}`}>
              <strong>
                Imagen {index + 1} {describePins(item)}
              </strong>
              <span className="clamped" dir="auto" title={item.originalName}>
                {item.originalName}
              </span>
              {item.notes && <em dir="auto">{item.notes}</em>}
            </p>
            {mayChange && <ItemTools order={order} index={index} isBusy={isBusy} change={change} />}
          </li>
        ))}
      </ul>
      <div className={`row ${styles.actions}`}>
        {mayAsk && (
          <Button variant="secondary" disabled={isBusy} onClick={() => setAsking(true)}>
            Pedir otra imagen
          </Button>
        )}
        <Button variant="secondary" busy={zip.isBusy} onClick={zip.run}>
          {zip.isBusy ? 'Preparando...' : 'Descargar originales (ZIP)'}
        </Button>
      </div>
      <Failed what="Error al descargar las imágenes" error={zip.error} />
      {isAsking && <AskPictures order={order} change={change} onClose={() => setAsking(false)} />}
      {shown !== null && (
        <PictureWindow
          key={shown}
          order={order}
          index={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </OpenPart>
  );
}

type Props = {
  order: AdminOrderDetail;
  /** Index of the picture, from 0. */
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
        <div className={`stack-4 ${styles.views}`}>
          <figure className={`stack-2 ${styles.view}`}>
            <span className={styles.pin}>
              <PinFace src={item.imageUrl} pin={item} size="full" />
            </span>
            <figcaption>{item.crop ? 'El pin, como se pidió' : 'El pin, al centro'}</figcaption>
          </figure>
          <figure className={`stack-2 ${styles.view}`}>
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
      <div className={`row ${styles.actions}`}>
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
      <Failed what="Error al descargar la imagen" error={original.error} />
    </Dialog>
  );
}
