import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditActions } from '#contract/base/audit.ts';
import { billedOrder } from '#contract/orders/bill.ts';
import type { AdminOrder, AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { deleteOrder } from '#contract/orders/orders-admin-calls.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { ComplaintPart } from '#web/features/aftersales/ComplaintPart.tsx';
import { ChangePart } from '#web/features/orders/admin/change/ChangePart.tsx';
import { OrderNumber } from '#web/features/orders/admin/OrderNumber.tsx';
import { BillLines } from '#web/features/orders/BillLines.tsx';
import { DocumentPart } from '#web/features/payments/DocumentPart.tsx';
import { OnlinePaymentPart } from '#web/features/payments/OnlinePaymentPart.tsx';
import { PaymentPart } from '#web/features/payments/PaymentPart.tsx';
import { promisedOf, RefundPart } from '#web/features/payments/RefundPart.tsx';
import { keptOf } from '#web/features/payments/refund-texts.ts';
import { BlurNotice } from '#web/features/production/BlurNotice.tsx';
import { ProofPart } from '#web/features/production/ProofPart.tsx';
import { Refusal } from '#web/lib/api.ts';
import { actorName, describeChanges } from '#web/panel/audit-texts.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { QueryFailed } from '#web/panel/Failure.tsx';
import { dropFromLists } from '#web/panel/order/lists.ts';
import styles from '#web/panel/order/Order.module.css';
import { isOrdered, listBlurred, nameOrder, termsText } from '#web/panel/order/order-texts.ts';
import { OpenPart, Part } from '#web/panel/order/Part.tsx';
import { useOrder, useOrderChange } from '#web/panel/order/queries.ts';
import parts from '#web/panel/parts.module.css';
import type { OrderWindowProps } from '#web/panel/tab-place.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { DeliveryPart } from './DeliveryPart.tsx';
import historyStyles from './History.module.css';
import { NextPart } from './NextPart.tsx';
import { NotesPart } from './NotesPart.tsx';
import { PicturesPart } from './PicturesPart.tsx';
import { ShippingPart, StatusPart, WorkshopPart } from './StatusPart.tsx';

export function OrderWindow({ id, isBeside = false, onClose, onDeleted }: OrderWindowProps) {
  const reading = useOrder(id);
  const { data: order, error, isFetching } = reading;
  const isUnknown = error instanceof Refusal && error.status === 404;
  return (
    <FormDialog
      title={
        <>
          Pedido <OrderNumber id={id} status={order?.status} />
        </>
      }
      subtitle={<span dir="auto">{order ? summary(order) : '\u00a0'}</span>}
      width="wide"
      beside={isBeside}
      onClose={onClose}
    >
      {!order && isFetching && <Skeleton lines={6} height="8rem" />}
      {isUnknown && (
        <EmptyState art="cards">
          No hay un pedido con el número {id}. Si lo eliminaste, búscalo en la Papelera.
        </EmptyState>
      )}
      {!isUnknown && (
        <QueryFailed what="Error al cargar los datos de administracion" query={reading} />
      )}
      {order && (
        <div className={styles.order}>
          <NextPart order={order} />
          {promisedOf(order) > 0 && <RefundPart order={order} />}
          {wasWrong(order) && <ComplaintPart order={order} />}
          <BlurredPictures order={order} />
          <DeliveryPart order={order} />
          <ChangePart order={order} />
          <PicturesPart order={order} />
          <NotesPart order={order} />
          {isOrdered(order) && (
            <>
              <ProofPart order={order} />
              <PaymentPart order={order} />
              <OnlinePaymentPart order={order} />
              {promisedOf(order) === 0 && <RefundPart order={order} />}
            </>
          )}
          <PricePart order={order} />
          <StatusPart order={order} />
          {isOrdered(order) && (
            <>
              <DocumentPart order={order} />
              {!isPickedUp(order) && <ShippingPart order={order} />}
              <WorkshopPart order={order} />
            </>
          )}
          {!wasWrong(order) && <ComplaintPart order={order} />}
          <HistoryPart order={order} />
          <DeletePart order={order} onDeleted={onDeleted} />
        </div>
      )}
    </FormDialog>
  );
}

/** A present or past complaint comes first; otherwise the next act is there. */
const wasWrong = ({ complaint, reprint }: AdminOrderDetail) =>
  complaint !== null || reprint !== null;

const summary = ({ deliveryData: { fullName, pricing } }: AdminOrder) =>
  pricing.totalAmount === 0 && pricing.imagesCount === 0
    ? fullName
    : `${fullName} · ${formatPesos(pricing.totalAmount)}`;

function PricePart({ order }: { order: AdminOrderDetail }) {
  const { pricing } = order.deliveryData;
  if (pricing.imagesCount === 0) {
    const total = order.agreedTotal === null ? null : formatPesos(order.agreedTotal);
    return (
      <Part title="Precio" brief={total ?? 'Falta'}>
        <p className="soft">
          {total && `Acordaron ${total} en total. `}El detalle se sabe cuando estén sus imágenes.
        </p>
      </Part>
    );
  }
  return (
    <Part title="Precio" brief={formatPesos(pricing.totalAmount)}>
      <div className={styles.bill}>
        <BillLines view="panel" bill={billedOrder(order)} />
        <Facts
          facts={[
            ['Código', pricing.discountCode ?? null],
            ['Condiciones aceptadas', isOrdered(order) ? termsText(order.termsVersion) : null],
          ]}
        />
      </div>
    </Part>
  );
}

type DeletePartProps = { order: AdminOrderDetail; onDeleted: () => void };

function DeletePart({ order, onDeleted }: DeletePartProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { outcome, fail } = useOrderChange(order, 'Error al eliminar el pedido');
  const { id, version, deliveryData } = order;
  const removing = useTask(async () => {
    try {
      await callAdmin(deleteOrder, { params: { id }, version });
      dropFromLists(client, id);
      onDeleted();
    } catch (error) {
      fail(error);
      setAsking(false);
    }
  });
  return (
    <OpenPart title="Eliminar" outcome={outcome}>
      <div>
        <Button variant="secondary" className={parts.danger} onClick={() => setAsking(true)}>
          Eliminar pedido
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`¿Eliminar el pedido ${id}?`}
          confirm="Eliminar pedido"
          focus="confirm"
          busy={removing.isBusy}
          onConfirm={removing.run}
          onCancel={() => setAsking(false)}
        >
          <p dir="auto">
            Vas a eliminar el pedido {nameOrder(order)} por{' '}
            {formatPesos(deliveryData.pricing.totalAmount)}. Puedes deshacerlo durante 7 días;
            después se borran sus datos y sus imágenes.
          </p>
          {keptOf(order) > 0 && (
            <p>
              <strong>Está pagado: {formatPesos(keptOf(order))} no se han devuelto.</strong>
            </p>
          )}
        </ConfirmDialog>
      )}
    </OpenPart>
  );
}

function HistoryPart({ order: { history } }: { order: AdminOrderDetail }) {
  return (
    <Part
      title="Historial"
      brief={history.length === 1 ? '1 cambio' : `${history.length} cambios`}
      isEmpty={history.length === 0}
    >
      {history.length === 0 && <p className="soft">Nadie ha cambiado este pedido aún.</p>}
      <ol className={parts.timeline}>
        {history.map(({ id, at, by, action, changes, reason }) => (
          <li key={id} className={`stack ${historyStyles.entry}`}>
            <strong>{auditActions[action]}</strong>
            <span dir="auto">{describeChanges(changes)}</span>
            {reason && <em dir="auto">“{reason}”</em>}
            <span className="soft">
              {formatDateTime(at)} · {actorName(by, action)}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The order's blurred pictures; nothing if all print well, or are printed. */
function BlurredPictures({ order }: { order: AdminOrderDetail }) {
  const { id, orderUrl, deliveryData } = order;
  const pictures = listBlurred(order);
  const isOpen = isUnderWay(order.status) && order.marks.printed === null;
  if (pictures.length === 0 || !isOpen) return null;
  const { fullName, phone } = deliveryData;
  return (
    <div className={styles.blurred}>
      <BlurNotice order={{ id, fullName, phone, orderUrl }} pictures={pictures} />
    </div>
  );
}
