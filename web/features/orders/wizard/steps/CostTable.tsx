import { formatPesos } from '#domain/money.ts';
import { type Pricing, shippingLabel } from '#domain/pricing.ts';
import { type DeliveryPromise, describeDays } from '#domain/promise.ts';
import { usePageConfig } from '#web/lib/config.ts';
import styles from './CostTable.module.css';

type Props = { pricing: Pricing; city: string; delivery: DeliveryPromise };

export function CostTable({ pricing, city, delivery }: Props) {
  const label = shippingLabel(pricing, city);
  const { arrival } = usePageConfig().shown;
  return (
    <>
      <dl className={styles.costs}>
        <div>
          <dt>Cantidad de imágenes</dt>
          <dd>{pricing.imagesCount}</dd>
        </div>
        <div>
          <dt>Precio por imagen</dt>
          <dd>{formatPesos(pricing.pricePerImage)}</dd>
        </div>
        <div>
          <dt>Total imágenes</dt>
          <dd>{formatPesos(pricing.imagesTotal)}</dd>
        </div>
        {pricing.discountAmount > 0 && (
          <div className={styles.discount}>
            <dt>Descuento</dt>
            <dd>−{formatPesos(pricing.discountAmount)}</dd>
          </div>
        )}
        <div>
          <dt>
            Envío
            {label && <span className={styles.label}>{label}</span>}
          </dt>
          <dd>{formatPesos(pricing.shippingCost)}</dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{formatPesos(pricing.totalAmount)}</dd>
        </div>
      </dl>
      <p className={styles.promise}>
        Entrega: {describeDays(delivery)} desde tu pago. Si pagas hoy, llega {arrival}.
      </p>
    </>
  );
}
