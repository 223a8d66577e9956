import { formatDay } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import type { Fact, Letter } from '../letter.ts';
import type { PaidOrder } from '../order-source.ts';
import { greeting } from './order-parts.ts';

export function paymentReceivedLetter(paid: PaidOrder, url: string, shopName: string): Letter {
  const { order, paidOn } = paid;
  const { promise } = order.progress;
  const arrival: Fact[] = promise
    ? [
        {
          label: 'Llega',
          value: `Entre el ${formatDay(promise.from)} y el ${formatDay(promise.to)}`,
        },
      ]
    : [];
  return {
    subject: `Recibimos el pago de tu pedido ${order.id}`,
    preview: promise
      ? `Tus pines llegan entre el ${formatDay(promise.from)} y el ${formatDay(promise.to)}.`
      : 'Gracias por tu pago.',
    title: '¡Recibimos tu pago!',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, paid)}: tu pago llegó. Gracias por comprar en ${shopName}.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      {
        kind: 'facts',
        title: 'Cómo va',
        facts: [
          { label: 'Pago', value: `Recibido el ${formatDay(paidOn)}` },
          { label: 'Total', value: formatPesos(order.deliveryData.pricing.totalAmount) },
          ...arrival,
        ],
      },
      { kind: 'button', label: 'Ver mi pedido', url },
      { kind: 'note', text: '¿Tienes dudas? Responde este correo y te ayudamos.' },
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección.`,
  };
}
