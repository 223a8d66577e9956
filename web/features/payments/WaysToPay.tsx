import type { ReactNode } from 'react';
import { formatDay } from '#domain/base/dates.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { HowToPay } from './HowToPay.tsx';

type WaysToPayProps = {
  order: ShownOrder;
  /** The online payment, if the shop offers it. */
  online: ReactNode;
};

/** The deadline and the ways to pay an order. */
export function WaysToPay({ order, online }: WaysToPayProps) {
  const { id, payBy, howToPay, amountDue } = order;
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
        <HowToPay details={howToPay} orderId={id} total={amountDue} />
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
