import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { formatPesos } from '#domain/money.ts';
import { Facts } from '#web/ui/Facts.tsx';
import styles from './Order.module.css';
import { termsText } from './order-texts.ts';
import { Part } from './Part.tsx';

export function PricePart({ order }: { order: AdminOrderDetail }) {
  const { pricing } = order.deliveryData;
  const { discountAmount, discountCode } = pricing;
  return (
    <Part title="Precio">
      <div className={styles.bill}>
        <Facts
          facts={[
            ['Imágenes', String(pricing.imagesCount)],
            ['Precio por imagen', formatPesos(pricing.pricePerImage)],
            ['Subtotal imágenes', formatPesos(pricing.imagesTotal)],
            ['Código', discountCode ?? null],
            ['Descuento', discountAmount > 0 ? `−${formatPesos(discountAmount)}` : null],
            ['Envío', formatPesos(pricing.shippingCost)],
            ['Total', <strong key="total">{formatPesos(pricing.totalAmount)}</strong>],
            ['Condiciones aceptadas', termsText(order.termsVersion)],
          ]}
        />
      </div>
    </Part>
  );
}
