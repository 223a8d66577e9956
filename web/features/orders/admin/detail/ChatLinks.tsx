import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import {
  type ChatTopic,
  chatUrl,
  remindBuyer,
  tellDispatched,
  tellReceiptSeen,
} from '#domain/chat.ts';
import { isUnderWay } from '#domain/orders.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payment-details.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { pageConfig } from '#web/lib/config.ts';

/** Chats with the buyer whose text fits how the order stands. */
export function ChatLinks({ order }: { order: AdminOrderDetail }) {
  const settings = useSettings();
  const { id, status, payment, receipt, marks, shipping, deliveryData } = order;
  const { fullName, phone, pricing } = deliveryData;
  const topic: ChatTopic = { shopName: pageConfig.get().shop.name, fullName, orderId: id };
  const isUnpaid = payment === null && isUnderWay(status);
  const details = settings.data?.settings.payment.values ?? NO_PAYMENT_DETAILS;
  const texts: [label: string, text: string | false][] = [
    // The bank's data belong into it.
    [
      'Recordar el pago',
      isUnpaid && !receipt && !settings.isPending
        ? remindBuyer(topic, pricing.totalAmount, details)
        : false,
    ],
    [
      'Avisar que viste el comprobante',
      isUnpaid && receipt !== null && tellReceiptSeen(topic, pricing.totalAmount),
    ],
    ['Avisar del envío', marks.dispatched !== null && tellDispatched(topic, shipping)],
  ];
  return texts.map(([label, text]) => {
    const url = text === false ? null : chatUrl(phone, text);
    return (
      url && (
        <a key={label} href={url} target="_blank" rel="noreferrer">
          {label}
        </a>
      )
    );
  });
}
