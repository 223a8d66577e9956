import type { ReactNode } from 'react';
import { askedNowOf, openDepositOf } from '#contract/payments/deposit.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { balanceDeadline, describeDeposit } from '#domain/delivery/way-texts.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isCompleted } from '#domain/orders/status.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { HowToPay } from './HowToPay.tsx';

type WaysToPayProps = {
  order: ShownOrder;
  /** The online payment, if the shop offers it. */
  online: ReactNode;
};

/** The deadline and the ways to pay an order. */
export function WaysToPay({ order, online }: WaysToPayProps) {
  const { id, status, payBy, howToPay, amountDue, deposit } = order;
  const open = openDepositOf(order);
  const isPaid = isStepDone(order.progress?.steps ?? [], 'paid');
  const hasPaid = isPaid || deposit?.isPaid;
  return (
    <>
      {open > 0 && <p>{describeDeposit(open, amountDue - open, order)}</p>}
      {(hasPaid || isCompleted(status)) && (
        <p>
          {isPaid && 'Recibimos tu pago; después tu pedido cambió. '}
          {!isPaid && hasPaid && 'Recibimos tu abono. '}
          {isCompleted(status) ? `Falta el ${hasPaid ? 'saldo' : 'pago'}` : 'El saldo'} de{' '}
          <strong>{formatPesos(amountDue)}</strong>
          {isCompleted(status) ? '.' : ` se paga ${balanceDeadline(order)}.`}
        </p>
      )}
      {payBy && (
        <p>
          Puedes pagarlo hasta el <strong>{formatDay(payBy)}</strong>.
        </p>
      )}
      {online}
      {online && howToPay && <p>O transfiere con estos datos:</p>}
      {howToPay ? (
        <HowToPay details={howToPay} orderId={id} total={askedNowOf(order)} />
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
