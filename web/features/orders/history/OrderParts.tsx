import { type ReactNode, useState } from 'react';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { openDocument } from '#contract/payments/documents.ts';
import { requestPictureLink } from '#contract/production/pictures.ts';
import { formatDay } from '#domain/base/dates.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { HowToPay } from '#web/features/payments/HowToPay.tsx';
import { callApi } from '#web/lib/api.ts';
import { fetchFile, readFile } from '#web/lib/fetch-file.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './OrderDetail.module.css';

/** A titled section of an order's page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

type Parcel = NonNullable<ShownOrder['parcel']>;

/** A parcel's courier, with a link to its tracking page if there is one. */
export function ParcelLine({ parcel: { courier, tracking, trackingUrl } }: { parcel: Parcel }) {
  return (
    <p className={styles.parcel}>
      Va por <strong>{courier}</strong>
      {tracking && (
        <>
          , seguimiento <strong>{tracking}</strong>
        </>
      )}
      .{' '}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          Seguir el envío
        </a>
      )}
    </p>
  );
}

type WaysToPayProps = {
  order: ShownOrder;
  /** The online payment, if the shop offers it. */
  online: ReactNode;
};

/** The deadline and the ways to pay an order. */
export function WaysToPay({ order, online }: WaysToPayProps) {
  const { id, payBy, howToPay, deliveryData } = order;
  return (
    <>
      {payBy && (
        <p>
          Puedes pagarlo hasta el <strong>{formatDay(payBy)}</strong>.
        </p>
      )}
      {online}
      {online && howToPay && <p>O transfiere con estos datos:</p>}
      {howToPay ? (
        <HowToPay details={howToPay} orderId={id} total={deliveryData.pricing.totalAmount} />
      ) : (
        <p>
          {online
            ? 'Si prefieres pagar de otra forma, te escribimos para coordinarlo.'
            : 'Te escribimos para coordinar el pago.'}{' '}
          Si ya pagaste, adjunta tu comprobante aquí.
        </p>
      )}
    </>
  );
}

type OwnOrderProps = { order: ShownOrder; of: OwnOrder };

export function OrderDocument({ order: { id, document }, of }: OwnOrderProps) {
  const saving = useTask(async () => {
    const request = { method: openDocument.method, body: JSON.stringify(of) };
    const answer = await fetchFile(`/api${openDocument.path}`, request);
    saveFile(await readFile(answer), `${id}_boleta.pdf`);
  });
  if (!document) return null;
  return (
    <Part title="Boleta">
      <Facts
        variant="tiles"
        facts={[
          ['Número', document.number],
          ['Fecha', formatDay(document.issuedOn)],
        ]}
      />
      {document.hasFile && (
        <div>
          <Button variant="secondary" busy={saving.isBusy} onClick={saving.run}>
            Descargar boleta (PDF)
          </Button>
        </div>
      )}
      <Problem error={saving.error} text="No pudimos descargar tu boleta. Intenta de nuevo." />
    </Part>
  );
}

/** Requests a mailed link to change the pictures, until production starts. */
export function ChangePictures({ order, of }: OwnOrderProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const asking = useTask(async () => {
    const { message } = await callApi(requestPictureLink, { body: of });
    setAnswer(`${message}. Ábrelo para elegir otra imagen.`);
  });
  const { progress, status, cancelRequested } = order;
  const isOpen = isUnderWay(status) && !cancelRequested;
  if (!progress || !isOpen || isStepDone(progress.steps, 'production')) return null;
  if (answer !== null) return <Notice tone="success">{answer}</Notice>;
  return (
    <>
      <Problem error={asking.error} />
      <div>
        <Button variant="quiet" busy={asking.isBusy} onClick={asking.run}>
          Cambiar una imagen
        </Button>
      </div>
    </>
  );
}
