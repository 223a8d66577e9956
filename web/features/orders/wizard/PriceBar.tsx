import type { ReactNode } from 'react';
import { formatPesos } from '#domain/money.ts';
import type { Pricing } from '#domain/pricing.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { useAnnounced } from '#web/ui/use-debounced.ts';
import styles from './PriceBar.module.css';
import { useBarHeight } from './use-bar-height.ts';

type Props = {
  pricing: Pricing;
  /** Where the pins go; empty while that is unknown. */
  city: string;
  /** What is under way, and what has to be known before one goes on. */
  news?: ReactNode;
  children: ReactNode;
};

export function PriceBar({ pricing, city, news, children }: Props) {
  const heard = useAnnounced(describeTotal(pricing));
  return (
    <div ref={useBarHeight()} className={styles.bar}>
      {news}
      <p className={styles.price}>
        <strong className={styles.total}>{formatPesos(pricing.totalAmount)}</strong>{' '}
        <PriceDetail pricing={pricing} city={city} />
      </p>
      <div className={styles.actions}>{children}</div>
      <p className="visually-hidden" role="status">
        {heard}
      </p>
    </div>
  );
}

function PriceDetail({ pricing, city }: { pricing: Pricing; city: string }) {
  const toChillan = usePageConfig().shown.shippingChillan;
  return (
    <span className={styles.detail}>
      {countPins(pricing)}, con envío de {formatPesos(pricing.shippingCost)}{' '}
      <span className={styles.whole}>{city ? `a ${city}` : `(a Chillán, ${toChillan})`}</span>
    </span>
  );
}

function countPins({ imagesCount }: Pricing): string {
  return imagesCount === 1 ? '1 pin' : `${imagesCount} pines`;
}

/** The total in words that a screen reader says as pesos, not as dollars. */
function describeTotal(pricing: Pricing): string {
  const pesos = pricing.totalAmount.toLocaleString('es-CL');
  return `Total: ${pesos} pesos por ${countPins(pricing)}, envío incluido`;
}
