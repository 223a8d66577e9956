import type { AdminOrder } from '#contract/orders-admin.ts';
import { formatPesos } from '#domain/money.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Refusal } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { OrderNumber } from '../OrderNumber.tsx';
import { DeletePart } from './DeletePart.tsx';
import { DeliveryPart } from './DeliveryPart.tsx';
import { HistoryPart } from './HistoryPart.tsx';
import { NotesPart } from './NotesPart.tsx';
import styles from './Order.module.css';
import { PaymentPart } from './PaymentPart.tsx';
import { PicturesPart } from './PicturesPart.tsx';
import { PricePart } from './PricePart.tsx';
import { ProofPart } from './ProofPart.tsx';
import { useOrder } from './queries.ts';
import { ShippingPart } from './ShippingPart.tsx';
import { StatusPart } from './StatusPart.tsx';
import { WorkshopPart } from './WorkshopPart.tsx';

type Props = { id: string; onClose: () => void; onDeleted: () => void };

export function OrderWindow({ id, onClose, onDeleted }: Props) {
  const { data: order, error, isFetching, refetch } = useOrder(id);
  const isUnknown = error instanceof Refusal && error.status === 404;
  return (
    <FormDialog
      title={
        <>
          Pedido <OrderNumber id={id} status={order?.status} />
        </>
      }
      subtitle={order && <span dir="auto">{summary(order)}</span>}
      width="wide"
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {!order && isFetching && <Skeleton lines={3} height="8rem" />}
      {isUnknown && (
        <EmptyState art="cards">
          No hay un pedido con el número {id}. Si lo eliminaste, búscalo en la Papelera.
        </EmptyState>
      )}
      {error && !isUnknown && !isFetching && (
        <Failure
          error={error}
          text={describeFailure('Error al cargar los datos de administracion', error)}
          onRetry={() => void refetch()}
        />
      )}
      {order && (
        <div className={styles.order}>
          <StatusPart order={order} />
          <DeliveryPart order={order} />
          <PicturesPart order={order} />
          <ProofPart order={order} />
          <div className={styles.columns}>
            <PricePart order={order} />
            <NotesPart order={order} />
            <PaymentPart order={order} />
            <ShippingPart order={order} />
            <WorkshopPart order={order} />
          </div>
          <HistoryPart order={order} />
          <DeletePart order={order} onDeleted={onDeleted} />
        </div>
      )}
    </FormDialog>
  );
}

const summary = ({ deliveryData: { fullName, pricing } }: AdminOrder) =>
  `${fullName} · ${formatPesos(pricing.totalAmount)}`;
