import { useEffect, useRef, useState } from 'react';
import { MAX_CANCEL_REASON_LENGTH } from '#contract/orders/orders.ts';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import { formatPesos } from '#domain/base/money.ts';
import { byMail } from '#domain/orders/mailbox.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isEnded, isVoid } from '#domain/orders/status.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import { isRefunded, keptOf, tellRefund } from '#web/features/payments/refund-texts.ts';
import { callApi } from '#web/lib/api.ts';
import { cancelShownOrder, type ShownOrder } from '#web/lib/shown-order.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { AskButton } from '#web/ui/AskButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Problem, TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { WriteUs } from '#web/ui/WriteUs.tsx';
import styles from './CancelOrder.module.css';

type Asked = { order: ShownOrder; of: OwnOrder };
type Props = Asked & { onCancelled: (order: ShownOrder) => void };
type DialogProps = Asked & { onSent: (order: ShownOrder) => void; onClose: () => void };

/** The buyer's button and window to cancel an order. */
export function CancelOrder({ order, of, onCancelled }: Props) {
  if (isEnded(order.status) || order.cancelRequested) return null;
  if (!order.canCancel) {
    return (
      <p className="soft">
        {!order.progress || isStepDone(order.progress.steps, 'production') ? (
          <>
            Ya empezamos a hacer este pedido: si necesitas cancelarlo, <WriteUs>escríbenos</WriteUs>{' '}
            y lo vemos.
          </>
        ) : (
          'Estamos confirmando tu pago. En unos minutos puedes cancelar este pedido.'
        )}
      </p>
    );
  }
  return (
    <AskButton
      label="Cancelar pedido"
      window={(acts) => <CancelDialog {...{ order, of, ...acts }} />}
      onSent={onCancelled}
    />
  );
}

/** Notice of a cancelled order or an open request; focused after cancelling here. */
export function CancelNotice({ order }: Pick<Props, 'order'>) {
  const { status, cancelRequested } = order;
  const isOver = isVoid(status);
  const isShown = isOver || cancelRequested;
  const notice = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current) notice.current?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Notice ref={notice} tone="info" tabIndex={-1}>
      {isOver
        ? `Este pedido está cancelado. ${isPaid(order) ? order.refunds.map(tellRefund).join(' ') : 'No tienes que pagar nada.'}`.trim()
        : `Pediste cancelar este pedido. Está detenido: lo revisamos y te contestamos${byMail(order)}.`}
    </Notice>
  );
}

function CancelDialog({ order, of, onSent, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const isAtOnce = isRefunded(order) || (!isPaid(order) && order.receipt === null);
  const { isBusy, error, run } = useTask(async () => {
    const body = { ...of, reason: reason.trim() || null };
    onSent((await callApi(cancelShownOrder, { body })).order);
  });
  return (
    <FormDialog
      title={`Cancelar el pedido ${order.id}`}
      width="narrow"
      locked={isBusy}
      isTyped={reason.trim() !== ''}
      onClose={onClose}
    >
      <ul className={styles.effects}>
        {effectsOf(order, isAtOnce).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <TextField
        label="¿Por qué lo cancelas?"
        isOptional
        dir="auto"
        maxLength={MAX_CANCEL_REASON_LENGTH}
        value={reason}
        onType={setReason}
      />
      <Problem error={error} />
      <Actions>
        <Button variant="secondary" disabled={isBusy} data-autofocus onClick={onClose}>
          Volver
        </Button>
        <Button busy={isBusy} onClick={run}>
          {isAtOnce ? 'Cancelar pedido' : 'Pedir que lo cancelen'}
        </Button>
      </Actions>
    </FormDialog>
  );
}

function isPaid({ progress, payments }: ShownOrder): boolean {
  return payments.length > 0 || (progress !== null && isStepDone(progress.steps, 'paid'));
}

/** Returns the consequences for order, money, code and pictures. */
function effectsOf(order: ShownOrder, isAtOnce: boolean): string[] {
  const { discountCode } = order.deliveryData.pricing;
  const kept = keptOf(order);
  const amount = kept > 0 ? formatPesos(kept) : 'lo que pagaste';
  return [
    isAtOnce
      ? `El pedido se cancela ahora. ${isPaid(order) ? 'Como ya te devolvimos el dinero' : 'Como no lo has pagado'}, no tienes que hacer nada más.`
      : `La tienda recibe tu solicitud, detiene el pedido y te contesta${byMail(order)}.`,
    ...(isAtOnce
      ? []
      : [`Si pagaste, te devuelven ${amount} a más tardar en ${REFUND_DAYS} días.`]),
    ...(discountCode ? [`Tu código ${discountCode} queda libre para otro pedido.`] : []),
    // Only an account's history repeats an order.
    order.isGuestOrder
      ? 'Tus imágenes quedan en este pedido.'
      : 'Tus imágenes quedan en este pedido: con «Repetir pedido» puedes usarlas otra vez.',
  ];
}
