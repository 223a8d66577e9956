import { type ReactNode, useState } from 'react';
import { billedOrder } from '#contract/orders/bill.ts';
import { formatDateTime, formatDay } from '#domain/base/dates.ts';
import { describeDelivery } from '#domain/delivery/delivery-labels.ts';
import { describeArrival } from '#domain/delivery/promise.ts';
import { orderLabels } from '#domain/delivery/view-labels.ts';
import { atPickup, describeReceiving, isPickedUp } from '#domain/delivery/way-texts.ts';
import { owesMoney } from '#domain/orders/order-money.ts';
import { isStepDone, stepLabel } from '#domain/orders/order-stage.ts';
import { isUnderWay, isVoid } from '#domain/orders/status.ts';
import { pinName, quoteText } from '#domain/pins/choice.ts';
import { CancelNotice, CancelOrder } from '#web/features/aftersales/CancelOrder.tsx';
import { OwnChange } from '#web/features/aftersales/OwnChange.tsx';
import { OwnComplaint } from '#web/features/aftersales/OwnComplaint.tsx';
import { BillLines } from '#web/features/orders/BillLines.tsx';
import { InvoicePart } from '#web/features/payments/InvoicePart.tsx';
import { OnlinePart } from '#web/features/payments/OnlinePart.tsx';
import { OrderDocument } from '#web/features/payments/OrderDocument.tsx';
import { ReceiptSender } from '#web/features/payments/ReceiptSender.tsx';
import { isRefunded, tellRefund } from '#web/features/payments/refund-texts.ts';
import { WaysToPay } from '#web/features/payments/WaysToPay.tsx';
import { ChangePictures } from '#web/features/production/ChangePictures.tsx';
import { ParcelLine } from '#web/features/production/ParcelLine.tsx';
import { callApi } from '#web/lib/api.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { type ShownOrder, viewShownOrder } from '#web/lib/shown-order.ts';
import { DeliveryPoint } from '#web/maps/DeliveryPoint.tsx';
import { StatusBadge } from '#web/ui/Badge.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { WriteUs } from '#web/ui/WriteUs.tsx';
import styles from './OrderDetail.module.css';
import orderPicturesStyles from './OrderPictures.module.css';
import orderProgressStyles from './OrderProgress.module.css';

type Props = {
  order: ShownOrder;
  /** The token of the link that opened it; null in the account's history. */
  token?: string | null;
  /** The shop has received something for it. */
  onChanged?: () => void;
  /** Called with the current order. */
  onUpdated: (order: ShownOrder) => void;
  /** Whether what is below a phone's window is drawn, too. */
  isWhole?: boolean;
};

export function OrderDetail(props: Props) {
  const { order, token = null, onChanged, onUpdated, isWhole = true } = props;
  const { deliveryData, buyerNotes, items, progress } = order;
  const { pricing } = deliveryData;
  const of = token === null ? { orderId: order.id } : { token };
  const refresh = async () => {
    if (token === null) return onChanged?.();
    onUpdated((await callApi(viewShownOrder, { body: { token } })).order);
  };
  // No second payment while the first one may be in progress.
  const isPayable =
    order.progress !== null &&
    owesMoney({ ...order, isPaid: isPaid(order) }) &&
    !wentBack(order) &&
    !order.cancelRequested &&
    order.onlinePayment?.state !== 'unknown';
  // A receipt was for the deposit, or for the order before it became dearer.
  const isAsked = !order.receipt || order.deposit?.isPaid || isPaid(order);
  const reload = () => void refresh().catch(() => undefined);
  const online = order.onlinePayment && (
    <OnlinePart
      payment={order.onlinePayment}
      of={of}
      canPay={isPayable}
      order={order}
      refresh={reload}
    />
  );
  return (
    <div className={styles.detail}>
      {progress && (
        <PagePart title="Cómo va tu pedido">
          <CancelNotice order={order} />
          <OrderProgress order={order} progress={progress} />
        </PagePart>
      )}
      <PagePart title="Información general">
        <Facts
          variant="tiles"
          facts={[
            ['Número de pedido', order.id],
            ['Fecha de creación', formatDateTime(order.createdAt)],
            ['Estado', <StatusBadge key="status" status={order.status} />],
            ['Tipo de usuario', order.isGuestOrder ? 'Usuario Invitado' : 'Usuario Registrado'],
          ]}
        />
      </PagePart>
      {isPayable && (
        <PagePart title="Cómo pagar">
          {/* A buyer who has sent a receipt is not asked to pay again. */}
          {isAsked && <WaysToPay {...{ order, online }} />}
          {!isAsked && (online || order.howToPay) && (
            <Fold title="Datos para pagar">{() => <WaysToPay {...{ order, online }} />}</Fold>
          )}
          {isAsked && order.receipt && (
            <p>Tu último comprobante llegó el {formatDateTime(order.receipt.receivedAt)}.</p>
          )}
          <ReceiptSender of={of} receipt={isAsked ? null : order.receipt} onSent={reload} />
        </PagePart>
      )}
      {!isPayable && mayHaveMoney(order) && <PagePart title="Tu pago">{online}</PagePart>}
      {isWhole && (
        <>
          <OwnComplaint order={order} of={of} onSent={onUpdated} />
          <PagePart title="Información de entrega">
            <Facts
              variant="tiles"
              facts={[
                ...describeDelivery(orderLabels, deliveryData).map(
                  // An erased person's fields are empty; fields never given are omitted.
                  ({ label, text }): [string, string | null] => [
                    label,
                    text === '' ? MISSING : text,
                  ],
                ),
                ['Dónde se retira', order.pickup?.place || null],
                ['Horario', order.pickup?.hours || null],
                ['Lo que escribiste', buyerNotes ?? null],
              ]}
            />
            {token !== null && (
              <p className="soft">
                Por tu seguridad, quien tiene el enlace ve estos datos solo en parte.
              </p>
            )}
            {deliveryData.coordinates && <DeliveryPoint point={deliveryData.coordinates} />}
          </PagePart>
          <PagePart title="Detalle de precios">
            {pricing.imagesCount === 0 && <p>El detalle se sabe cuando estén tus imágenes.</p>}
            <BillLines view="order" bill={billedOrder(order)} />
            {/* Of a cancelled order the notice tells them. */}
            {!isVoid(order.status) &&
              order.refunds.map((refund) => (
                <p key={`${refund.doneOn} ${refund.dueOn} ${refund.amount}`}>
                  {tellRefund(refund)}
                </p>
              ))}
          </PagePart>
          <OrderDocument order={order} of={of} />
          <InvoicePart order={order} of={of} onSent={onUpdated} />
          <PagePart title="Imágenes del pedido">
            {items.length > 0 ? (
              <>
                <OrderPictures items={items} />
                <ChangePictures order={order} of={of} />
              </>
            ) : (
              <p>Faltan tus imágenes.</p>
            )}
          </PagePart>
          <OwnChange order={order} of={of} onSent={onUpdated} />
          <CancelOrder order={order} of={of} onCancelled={onUpdated} />
        </>
      )}
    </div>
  );
}

function isPaid({ progress }: ShownOrder): boolean {
  return isStepDone(progress?.steps ?? [], 'paid');
}

/** Returns true if an online payment took money, or may have. */
function mayHaveMoney({ onlinePayment }: ShownOrder): boolean {
  return MONEY_STATES.some((state) => state === onlinePayment?.state);
}
const MONEY_STATES = ['unknown', 'paid', 'refunding', 'refunded'] as const;

type Progress = NonNullable<ShownOrder['progress']>;

function OrderProgress({ order, progress }: { order: ShownOrder; progress: Progress }) {
  const { steps } = progress;
  const { parcel } = order;
  const current = steps.findLast(({ isDone }) => isDone);
  const isSent = isStepDone(steps, 'dispatched');
  return (
    <>
      <ol className={orderProgressStyles.steps}>
        {steps.map(({ step, isDone, on }) => (
          <li
            key={step}
            className={orderProgressStyles.step}
            data-done={isDone || undefined}
            aria-current={step === current?.step ? 'step' : undefined}
          >
            <span className={`disc ${orderProgressStyles.sign}`}>
              {isDone && <Icon name="tick" />}
            </span>
            <span className={orderProgressStyles.text}>
              <strong>{stepLabel(step, { isPickedUp: isPickedUp(order) })}</strong>{' '}
              <span className="soft">{isDone && on && formatDay(on)}</span>
              <span className="visually-hidden">{isDone ? ' (listo)' : ' (falta)'}</span>
            </span>
          </li>
        ))}
      </ol>
      {noteOf(order, progress) && <p>{noteOf(order, progress)}</p>}
      {arrivalText(order, progress) && <p>{arrivalText(order, progress)}</p>}
      {isSent && parcel && !isPickedUp(order) && <ParcelLine parcel={parcel} />}
    </>
  );
}

/** Returns a sentence on the arrival, pick-up or delay; null if there is nothing to say. */
function arrivalText(order: ShownOrder, { steps }: Progress): ReactNode {
  const { arrival, status, cancelRequested, receipt } = order;
  // A stopped order has no arrival.
  if (cancelRequested) return null;
  const isPaid = isStepDone(steps, 'paid') || isStepDone(steps, 'deposit');
  const isSent = isStepDone(steps, 'dispatched');
  if (isPickedUp(order) && (isSent || isStepDone(steps, 'ready'))) {
    return isSent || isVoid(status) ? null : `Está listo para retirar${atPickup(order)}.`;
  }
  if (wentBack(order)) return 'Te devolvimos todo lo que pagaste: este pedido no se hace.';
  if (!arrival) {
    const isLate = isPaid && isUnderWay(status) && !isSent;
    return isLate ? (
      <>
        Tu pedido va con retraso. <WriteUs>Escríbenos</WriteUs> y te contamos cómo va.
      </>
    ) : null;
  }
  const text = describeReceiving(order, describeArrival(arrival));
  if (!isPaid) {
    const isToldPaid = receipt !== null || order.onlinePayment?.state === 'unknown';
    return isToldPaid ? null : `Si pagas hoy, ${text}.`;
  }
  return isSent ? `Va en camino: ${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns true if all that was paid went back before anything was made. */
function wentBack(order: ShownOrder): boolean {
  const steps = order.progress?.steps ?? [];
  const isPaid = isStepDone(steps, 'paid') || isStepDone(steps, 'deposit');
  const isWaiting = isPaid && !isStepDone(steps, 'production');
  return isWaiting && isUnderWay(order.status) && isRefunded(order);
}

/** Returns what the order waits for besides money; null: nothing, or it is not made. */
function noteOf(
  { status, cancelRequested, picturesRequested }: ShownOrder,
  { proof, steps }: Progress,
): string | null {
  if (!isUnderWay(status) || cancelRequested || isStepDone(steps, 'production')) return null;
  if (picturesRequested) {
    return 'Necesitamos otra imagen: te enviamos por correo el enlace para elegirla.';
  }
  if (proof === 'open') {
    return 'Te enviamos una prueba por correo: apruébala o pide cambios para seguir.';
  }
  if (proof === 'changes') return 'Vimos tus cambios: te enviaremos otra prueba.';
  if (proof === 'void') return 'Cambiamos algo de tus pines: te enviaremos otra prueba.';
  return null;
}

type Item = ShownOrder['items'][number];

function OrderPictures({ items }: { items: readonly Item[] }) {
  const keys = itemKeys(items);
  return (
    <ul className={orderPicturesStyles.pictures}>
      {items.map((item, index) => (
        <li key={keys[index]}>
          <Thumbnail item={item} name={`Imagen ${index + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ item, name }: { item: Item; name: string }) {
  const [isLost, setLost] = useState(false);
  const [pin, text] = [pinName(item), quoteText(item)];
  return (
    <figure className={`stack-2 ${orderPicturesStyles.figure}`}>
      <a
        className={orderPicturesStyles.link}
        {...(!isLost && { href: item.imageUrl, 'aria-label': name })}
        target="_blank"
        rel="noreferrer"
      >
        <PinFace src={item.thumbnailUrl} pin={item} size="large" onLost={() => setLost(true)} />
      </a>
      <figcaption className={`stack soft ${orderPicturesStyles.caption}`}>
        <span className={orderPicturesStyles.name}>
          {name}
          {item.quantity > 1 && ` ×${item.quantity}`}
        </span>
        {text && <span>{text}</span>}
        {isLost && <span>Imagen no disponible</span>}
        {pin && <span dir="auto">{pin}</span>}
        {item.notes && <span dir="auto">{item.notes}</span>}
      </figcaption>
    </figure>
  );
}

const MISSING = 'N/A';
