import type { ReactNode } from 'react';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { paymentLines } from '#domain/payments/payment-details.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import styles from './HowToPay.module.css';

type Props = {
  details: NonNullable<BuyerOrder['howToPay']>;
  orderId: string;
  /** In pesos; undefined or NaN if unknown. */
  total: number | undefined;
};

export function HowToPay({ details, orderId, total }: Props) {
  const lines = [
    ...paymentLines(details).map(({ label, value }) => ({ label, value, copied: value })),
    ...(total === undefined || Number.isNaN(total)
      ? []
      : [{ label: 'Monto', value: formatPesos(total), copied: String(total) }]),
    { label: 'Referencia', value: orderId, copied: orderId },
  ];
  return (
    <div className={styles.pay}>
      <CopyButton
        text={lines.map(({ label, value }) => `${label}: ${value}`).join('\n')}
        label="Copiar todos los datos"
      />
      <dl className={styles.lines}>
        {lines.map(({ label, value, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              <CopyButton
                text={copied}
                label="Copiar"
                hidden={label === 'RUT' ? label : label.toLowerCase()}
              />
            </dd>
          </div>
        ))}
      </dl>
      {details.words && <p className={styles.words}>{details.words}</p>}
    </div>
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
