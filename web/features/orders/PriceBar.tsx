import type { ReactNode } from 'react';
import { formatPesos } from '#domain/money.ts';
import { type Pricing, SHIPPING_CHILLAN, SHIPPING_STANDARD } from '#domain/pricing.ts';
import styles from './PriceBar.module.css';

type Props = {
  /** Null while there is nothing to pay for. */
  pricing: Pricing | null;
  knowsCity: boolean;
  /** What became of the last press of a button. */
  message?: ReactNode;
  /** The buttons that lead on and back. */
  children: ReactNode;
};

/** Keeps the running total and the way on within reach at the foot of the window. */
export function PriceBar({ pricing, knowsCity, message, children }: Props) {
  return (
    <div className={styles.bar}>
      {message && <div className={styles.message}>{message}</div>}
      <p className={styles.price} role="status">
        {pricing && <PriceLine pricing={pricing} knowsCity={knowsCity} />}
      </p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

function PriceLine({ pricing, knowsCity }: { pricing: Pricing; knowsCity: boolean }) {
  const { imagesCount, shippingCost, subtotalAfterDiscount, totalAmount } = pricing;
  const pins = imagesCount === 1 ? '1 pin' : `${imagesCount} pines`;
  const shipping = knowsCity
    ? `con envío de ${formatPesos(shippingCost)}`
    : `más envío: ${formatPesos(SHIPPING_CHILLAN)} a Chillán, ${formatPesos(SHIPPING_STANDARD)} al resto`;
  return (
    <>
      <strong className={styles.total}>
        {formatPesos(knowsCity ? totalAmount : subtotalAfterDiscount)}
      </strong>{' '}
      <span className={styles.detail}>
        {pins}, {shipping}
      </span>
    </>
  );
}
