import { type ReactNode, useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { DeliveryField } from '#domain/delivery.ts';
import { adminOrderLabels, describeDelivery } from '#domain/delivery-labels.ts';
import parts from '#web/features/admin/parts.module.css';
import { pageConfig } from '#web/lib/config.ts';
import { DeliveryPoint } from '#web/maps/DeliveryPoint.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { AddressWindow } from './AddressWindow.tsx';
import styles from './Order.module.css';
import { emailOf, whatsappLink } from './order-texts.ts';
import { Part } from './Part.tsx';

export function DeliveryPart({ order }: { order: AdminOrderDetail }) {
  const [isEditing, setEditing] = useState(false);
  const { phone, coordinates } = order.deliveryData;
  const chat = whatsappLink(order, pageConfig.get().shop.name);
  const email = emailOf(order);
  const links: Partial<Record<DeliveryField, ReactNode>> = {
    email: <a href={`mailto:${email}`}>{email}</a>,
    phone: <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>,
  };
  return (
    <Part title="Entrega">
      <div className={styles.delivery}>
        <Facts
          facts={describeDelivery(adminOrderLabels, order.deliveryData).map(
            ({ field, label, text }) => [label, links[field] ?? text],
          )}
        />
        {coordinates && <DeliveryPoint point={coordinates} />}
      </div>
      <div className={styles.row}>
        {chat ? (
          <a href={chat} target="_blank" rel="noreferrer">
            Escribir por WhatsApp
          </a>
        ) : (
          <span className={parts.soft}>Este teléfono no sirve para WhatsApp</span>
        )}
        <Button variant="secondary" className={parts.button} onClick={() => setEditing(true)}>
          Corregir dirección
        </Button>
      </div>
      {isEditing && <AddressWindow order={order} onClose={() => setEditing(false)} />}
    </Part>
  );
}
