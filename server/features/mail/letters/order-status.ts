import { formatDay } from '#domain/dates.ts';
import { isVoid, type OrderStatus, statusLabel } from '#domain/orders.ts';
import type { Fact, Letter } from '../letter.ts';
import type { StatusNews } from '../order-source.ts';
import { greeting } from './order-parts.ts';

const told: Record<OrderStatus, { title: string; text: string }> = {
  pending: {
    title: 'Tu pedido está pendiente',
    text: 'dejamos tu pedido pendiente otra vez. Te contactaremos para ver cómo seguimos.',
  },
  processing: {
    title: '¡Manos a la obra!',
    text: 'ya estamos trabajando en tu pedido. Te avisaremos cuando esté listo.',
  },
  completed: {
    title: '¡Tu pedido está listo!',
    text: 'terminamos tu pedido. Gracias por confiarnos tus ideas.',
  },
  cancelled: {
    title: 'Tu pedido fue cancelado',
    text: 'cancelamos tu pedido. Si crees que es un error, responde este correo y lo vemos.',
  },
};

export function orderStatusLetter(news: StatusNews, url: string, shopName: string): Letter {
  const { order, status } = news;
  const { title, text } = told[status];
  return {
    subject: `Tu pedido ${order.id}: ${statusLabel(status)}`,
    preview: news.reason ?? `Estado: ${statusLabel(status)}`,
    title,
    blocks: [
      { kind: 'paragraph', text: `${greeting(order, news)}: ${text}` },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      { kind: 'facts', title: 'Cómo va', facts: factsOf(news) },
      { kind: 'button', label: 'Ver mi pedido', url },
      { kind: 'note', text: '¿Tienes dudas? Responde este correo y te ayudamos.' },
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección.`,
  };
}

function factsOf({ status, reason, order: { payment, shipping } }: StatusNews): Fact[] {
  const isGoing = !isVoid(status);
  const { courier, trackingNumber } = shipping;
  return [
    { label: 'Estado', value: statusLabel(status) },
    ...(reason ? [{ label: 'Motivo', value: reason }] : []),
    ...(payment ? [{ label: 'Pago', value: `Recibido el ${formatDay(payment.paidAt)}` }] : []),
    ...(courier && isGoing ? [{ label: 'Envío por', value: courier }] : []),
    ...(trackingNumber && isGoing
      ? [{ label: 'Número de seguimiento', value: trackingNumber }]
      : []),
  ];
}
