import { type ReactNode, useState } from 'react';
import { toBody, toForm } from '#contract/delivery/delivery.ts';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { correctAddress, type SentAddressBody } from '#contract/orders/orders-admin-calls.ts';
import { toCost } from '#contract/orders/pricing.ts';
import { askedNowOf } from '#contract/payments/deposit.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { DeliveryField, DeliveryForm as Values } from '#domain/delivery/delivery.ts';
import { describeDelivery } from '#domain/delivery/delivery-labels.ts';
import { adminOrderLabels } from '#domain/delivery/view-labels.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import {
  type ChatTopic,
  remindBuyer,
  tellDispatched,
  tellReady,
  tellReceiptSeen,
} from '#domain/orders/chat.ts';
import { owesMoney } from '#domain/orders/order-money.ts';
import { shippingPrice } from '#domain/orders/prices.ts';
import { hasFreeShippingCode, shippingAmount } from '#domain/orders/pricing.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { BuyerWindow } from '#web/features/buyers/BuyerWindow.tsx';
import { DeliveryDialog } from '#web/features/delivery/DeliveryDialog.tsx';
import { useSettings } from '#web/features/settings/queries.ts';
import { pageConfig, usePageConfig } from '#web/lib/config.ts';
import { DeliveryPoint } from '#web/maps/DeliveryPoint.tsx';
import { callAdmin } from '#web/panel/call-admin.ts';
import styles from '#web/panel/order/Order.module.css';
import { emailOf, isOrdered, whatsappLink } from '#web/panel/order/order-texts.ts';
import { Part } from '#web/panel/order/Part.tsx';
import { changeOrThrow, useOrderChange } from '#web/panel/order/queries.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { breakable } from '#web/ui/breakable.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { TextField } from '#web/ui/FormFields.tsx';

export function DeliveryPart({ order }: { order: AdminOrderDetail }) {
  const [isEditing, setEditing] = useState(false);
  const [isBuyerOpen, setBuyerOpen] = useState(false);
  const { phone, coordinates, address, branch, city } = order.deliveryData;
  const chat = whatsappLink(order, pageConfig.get().shop.name);
  const email = emailOf(order);
  const links: Partial<Record<DeliveryField, ReactNode>> = {
    email: email.includes('@') ? <a href={`mailto:${email}`}>{breakable(email)}</a> : email,
    ...(phone && { phone: <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a> }),
  };
  return (
    <Part
      title="Entrega"
      brief={
        isPickedUp(order)
          ? 'Retiro en la tienda'
          : [address || branch, city].filter(Boolean).join(', ') || 'Falta la dirección'
      }
    >
      <div className={styles.delivery}>
        <Facts
          facts={describeDelivery(adminOrderLabels, order.deliveryData).map(
            // An erased person's fields are empty; fields never given are omitted.
            ({ field, label, text }) => [label, links[field] ?? (text === '' ? 'N/A' : text)],
          )}
        />
        {coordinates && <DeliveryPoint point={coordinates} />}
      </div>
      <div className="row">
        {chat ? (
          <a href={chat} target="_blank" rel="noreferrer">
            Escribir por WhatsApp
          </a>
        ) : (
          <span className="soft">Este teléfono no sirve para WhatsApp</span>
        )}
        <ChatLinks order={order} />
        <SmallButton onClick={() => setEditing(true)}>Corregir dirección</SmallButton>
        <SmallButton onClick={() => setBuyerOpen(true)}>Ver a la persona</SmallButton>
      </div>
      {isEditing && <AddressWindow order={order} onClose={() => setEditing(false)} />}
      {isBuyerOpen && <BuyerWindow orderId={order.id} onClose={() => setBuyerOpen(false)} />}
    </Part>
  );
}

type Props = { order: AdminOrderDetail; onClose: () => void };

function AddressWindow({ order, onClose }: Props) {
  const [before] = useState(() => addressForm(order));
  const [day, setDay] = useState(before.neededBy);
  const [followsCity, setFollowsCity] = useState(true);
  const { change } = useOrderChange(order, 'Error al corregir la dirección');
  const { pricing } = order.deliveryData;
  const cost = toCost(pricing);
  const agreed = shippingAmount(cost);
  // An agreed total includes the shipping, wherever it goes; a quote is what was quoted.
  const isFixed =
    order.agreedTotal !== null ||
    pricing.imagesCount === 0 ||
    !isOrdered(order) ||
    hasFreeShippingCode(cost);
  const { prices, ways, asksForDay } = usePageConfig();
  const shippingTo = (form: Values) => {
    const isKept = (!form.city && form.way !== 'pickup') || isFixed;
    return isKept ? agreed : shippingPrice(form, cost.subtotalAfterDiscount, { ...prices, ways });
  };
  const send = async (form: Values) => {
    const body = {
      ...addressBody(order, form, shippingTo(form) !== agreed && followsCity),
      ...(day === before.neededBy ? {} : { neededBy: day }),
    };
    await changeOrThrow(change, (target) => callAdmin(correctAddress, { ...target, body }));
  };
  return (
    <DeliveryDialog
      title="Corregir dirección"
      subtitle={`Pedido ${order.id}`}
      initial={before}
      isTyped={day !== before.neededBy}
      signedIn={!order.isGuestOrder}
      asksNotes={false}
      confirm="Guardar dirección"
      sending="Guardando..."
      send={send}
      onDone={onClose}
      onClose={onClose}
      note={(form, formId) => (
        <>
          {(asksForDay || before.neededBy) && (
            <TextField
              label="Lo necesita para el…"
              type="date"
              isOptional
              form={formId}
              min={dayOf(Date.now())}
              value={day}
              onType={setDay}
            />
          )}
          {shippingTo(form) !== agreed && (
            <Check checked={followsCity} onToggle={setFollowsCity}>
              Cambiar el envío de {formatPesos(agreed)} a {formatPesos(shippingTo(form))}, y con él
              el total: le avisamos por correo
            </Check>
          )}
        </>
      )}
    />
  );
}

/** Returns the order's address as form values; notes are edited separately. */
function addressForm({ deliveryData, userEmail }: AdminOrderDetail): Values {
  const form = toForm(deliveryData);
  return { ...form, email: form.email || (userEmail ?? ''), notes: '' };
}

/** Returns the request body; an account's order keeps its e-mail. */
function addressBody(
  { isGuestOrder, deliveryData }: AdminOrderDetail,
  form: Values,
  updateShippingCost: boolean,
): SentAddressBody {
  const body = toBody(form);
  const email = isGuestOrder ? body.email : deliveryData.email;
  return { ...body, email, updateShippingCost };
}

/** Chat links with texts that fit the order's state. */
function ChatLinks({ order }: { order: AdminOrderDetail }) {
  const settings = useSettings();
  const { id, status, payment, amountDue, receipt, marks, shipping, deliveryData } = order;
  const { fullName, phone } = deliveryData;
  const { shop, ways } = pageConfig.get();
  const topic: ChatTopic = { shopName: shop.name, fullName, orderId: id };
  const isUnpaid = payment === null && owesMoney({ status, amountDue, isPaid: false });
  const due = askedNowOf(order);
  const details = settings.data?.settings.payment.values ?? NO_PAYMENT_DETAILS;
  const texts: [label: string, text: string | false][] = [
    // It contains the bank details.
    [
      'Recordar el pago',
      isUnpaid && !receipt && due > 0 && !settings.isPending
        ? remindBuyer(topic, { amount: due, details, url: order.orderUrl })
        : false,
    ],
    [
      'Avisar que viste el comprobante',
      isUnpaid && receipt !== null && tellReceiptSeen(topic, due),
    ],
    isPickedUp(order)
      ? [
          'Avisar que está listo',
          marks.packed !== null &&
            marks.dispatched === null &&
            tellReady(topic, { deliveryData, pickup: ways?.pickup }),
        ]
      : [
          'Avisar del envío',
          marks.dispatched !== null && tellDispatched(topic, { deliveryData }, shipping),
        ],
  ];
  return (
    <>
      {texts.map(([label, text]) => {
        const url = text === false ? null : whatsappUrl(phone, text);
        return (
          url && (
            <a key={label} href={url} target="_blank" rel="noreferrer">
              {label}
            </a>
          )
        );
      })}
    </>
  );
}
