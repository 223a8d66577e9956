import type { ReactNode } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { describeDelivery, orderLabels } from '#domain/delivery-labels.ts';
import { hasFreeShippingCode } from '#domain/pricing.ts';
import { DeliveryPoint } from '#web/maps/DeliveryPoint.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { HowToPay } from '../HowToPay.tsx';
import styles from './OrderDetail.module.css';
import { OrderPictures } from './OrderPictures.tsx';
import { OrderProgress } from './OrderProgress.tsx';
import { PriceLines } from './PriceLines.tsx';
import { ReceiptSender } from './ReceiptSender.tsx';
import { MISSING, showAmount, showCount } from './show-figure.ts';
import type { ShownOrder } from './shown-order.ts';

type Props = {
  order: ShownOrder;
  /** The token of the link that opened it; null in the account's own history. */
  token?: string | null;
  /** The shop has got something for it. */
  onChanged?: () => void;
};

export function OrderDetail({ order, token = null, onChanged }: Props) {
  const { deliveryData, items, progress, howToPay } = order;
  const { pricing } = deliveryData;
  return (
    <div className={styles.detail}>
      <Part title="Información general">
        <Facts
          variant="tiles"
          facts={[
            ['Número de pedido', order.id],
            ['Fecha de creación', formatDateTime(order.createdAt)],
            ['Estado', <StatusBadge key="status" status={order.status} />],
            ['Tipo de usuario', order.isGuestOrder ? 'Usuario Invitado' : 'Usuario Registrado'],
          ]}
        />
      </Part>
      {progress && (
        <Part title="Cómo va tu pedido">
          <OrderProgress progress={progress} />
        </Part>
      )}
      {howToPay && (
        <Part title="Cómo pagar">
          <HowToPay details={howToPay} orderId={order.id} total={pricing.totalAmount} />
          <ReceiptSender
            of={token === null ? { orderId: order.id } : { token }}
            receipt={order.receipt}
            onSent={onChanged}
          />
        </Part>
      )}
      <Part title="Información de entrega">
        <Facts
          variant="tiles"
          facts={describeDelivery(orderLabels, deliveryData).map(({ label, text }) => [
            label,
            // An erased person's fields are empty; what was never said is left out.
            text === '' ? MISSING : text,
          ])}
        />
        {deliveryData.coordinates && <DeliveryPoint point={deliveryData.coordinates} />}
      </Part>
      <Part title="Detalle de precios">
        <PriceLines
          lines={[
            ['Cantidad de imágenes', showCount(pricing.imagesCount)],
            ['Precio por imagen', showAmount(pricing.pricePerImage)],
            ['Subtotal imágenes', showAmount(pricing.imagesTotal)],
            ['Descuento', discountText(pricing)],
            ['Costo de envío', shippingText(pricing)],
          ]}
          total={showAmount(pricing.totalAmount)}
        />
      </Part>
      <Part title="Imágenes del pedido">
        {items.length > 0 ? <OrderPictures items={items} /> : <p>{MISSING}</p>}
      </Part>
    </div>
  );
}

type ShownPricing = ShownOrder['deliveryData']['pricing'];

/** Names the code that made it free. */
function shippingText({ discountCode, discountAmount, shippingCost }: ShownPricing) {
  const isFreed = hasFreeShippingCode({ discountCode, discountAmount, shippingCost });
  return `${showAmount(shippingCost)}${isFreed ? ` (${discountCode})` : ''}`;
}

/** Null without a discount. */
function discountText({ discountAmount, discountCode }: ShownPricing) {
  if (!(discountAmount && discountAmount > 0)) return null;
  return `−${showAmount(discountAmount)}${discountCode ? ` (${discountCode})` : ''}`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
