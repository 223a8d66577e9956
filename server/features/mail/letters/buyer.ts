import type { Order } from '#contract/orders.ts';
import { arrivalOf } from '#domain/business-days.ts';
import { dayOf, formatDate, formatDay } from '#domain/dates.ts';
import { buyerLetterLabels } from '#domain/delivery-labels.ts';
import { formatPesos } from '#domain/money.ts';
import { isVoid, type OrderStatus, statusLabel } from '#domain/orders.ts';
import { paymentLines } from '#domain/payment-details.ts';
import { type DeliveryPromise, describeArrival, describeDays } from '#domain/promise.ts';
import type { Block, Fact, Letter } from '#server/features/mail/letter.ts';
import type { PaidOrder, ProofNews, StatusNews } from '#server/features/mail/order-source.ts';
import {
  type Agreed,
  agreedBlocks,
  countPins,
  deliveryFacts,
  greeting,
  type LetterOrder,
  picturesBlock,
  pricesBlock,
  quantitiesBlock,
} from './order-parts.ts';

type Received = LetterOrder & {
  url: string;
  shopName: string;
  delivery: DeliveryPromise;
  agreed: Agreed | null;
  /** Whoever ordered had shown that the mailbox is theirs. */
  isBuyerVerified: boolean;
};

/**
 * Tells the buyer that the order has arrived, what it holds, what comes next and what was agreed.
 * A mailbox that somebody merely named gets nothing that they typed and none of their pictures: the
 * shop would carry a stranger's words.
 */
export function orderReceivedLetter(received: Received): Letter {
  const { url, shopName, delivery, agreed, isBuyerVerified, ...parts } = received;
  const { id, deliveryData } = parts.order;
  const pins = countPins(deliveryData.pricing.imagesCount);
  return {
    subject: `Recibimos tu pedido ${id}`,
    preview: `${pins}, ${formatPesos(deliveryData.pricing.totalAmount)} con envío. Te contactaremos pronto.`,
    title: '¡Recibimos tu pedido!',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(parts.order, { isBuyerVerified })}: gracias por tu pedido de ${pins} en ${shopName}.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: id },
      { kind: 'button', label: 'Ver mi pedido', url },
      {
        kind: 'steps',
        title: '¿Qué sigue?',
        items: [
          'Te contactaremos pronto para coordinar el pago y el envío.',
          'Con el pago confirmado, fabricamos tus pines.',
          `Los recibes en tu casa en ${describeDays(delivery)}: si pagas hoy, ${describeArrival(arrivalOf(dayOf(Date.parse(parts.order.createdAt)), delivery))}.`,
        ],
      },
      ...howToPay(parts.order),
      ...(isBuyerVerified ? wholeOrder(parts) : orderInFigures(parts)),
      {
        kind: 'note',
        text: '¿Hay algo que corregir? Responde este correo y lo arreglamos antes de fabricar.',
      },
      ...(agreed ? agreedBlocks(agreed) : []),
    ],
    reason: isBuyerVerified
      ? 'Recibes este correo porque hiciste un pedido con esta dirección.'
      : 'Recibes este correo porque alguien hizo un pedido con esta dirección. Si no fuiste tú, responde este correo y lo anulamos.',
  };
}

/** Nothing where the shop has not said how: it writes to the buyer. */
function howToPay({ id, howToPay: details }: Order): Block[] {
  if (!details) return [];
  const facts = [...paymentLines(details), { label: 'Referencia', value: id }];
  return [
    { kind: 'facts', title: 'Cómo pagar', facts },
    ...(details.words ? [{ kind: 'paragraph' as const, text: details.words }] : []),
  ];
}

function wholeOrder(parts: LetterOrder): Block[] {
  const facts = deliveryFacts(buyerLetterLabels, parts.order);
  return [
    picturesBlock(parts, { named: false }),
    pricesBlock(parts.order),
    { kind: 'facts', title: 'Entrega', facts },
  ];
}

function orderInFigures({ order }: LetterOrder): Block[] {
  return [
    quantitiesBlock(order),
    pricesBlock(order),
    {
      kind: 'note',
      text: 'Por tu seguridad este correo no lleva tus imágenes ni tus datos de entrega. El botón «Ver mi pedido» te muestra las imágenes; tu nombre, teléfono y dirección aparecen ahí solo en parte.',
    },
  ];
}

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

type Asked = ProofNews & {
  /** The pins as they travel in the mail; empty for a mailbox that somebody merely named. */
  cids: readonly (string | null)[];
  shopName: string;
  /** It asks once more. */
  isReminder: boolean;
};

export function proofLetter(asked: Asked): Letter {
  const { order, url, expiresAt, isReminder, shopName } = asked;
  const pins = countPins(order.deliveryData.pricing.imagesCount);
  return {
    subject: isReminder
      ? `Tu pedido ${order.id} espera tu aprobación`
      : `Revisa tus pines: pedido ${order.id}`,
    preview: `${pins}: apruébalos o pide cambios antes de que los imprimamos.`,
    title: isReminder ? 'Falta tu aprobación' : 'Así quedarán tus pines',
    blocks: [
      {
        kind: 'paragraph',
        text: isReminder
          ? `${greeting(order, asked)}: hace unos días te enviamos la prueba de tu pedido en ${shopName} y todavía no sabemos si te gusta.`
          : `${greeting(order, asked)}: preparamos la prueba de tu pedido en ${shopName}. Mírala con calma y dinos si la imprimimos así.`,
      },
      { kind: 'button', label: 'Ver la prueba', url },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      picturesOf(asked),
      {
        kind: 'note',
        text: `No necesitas una cuenta. El enlace sirve hasta el ${formatDate(expiresAt)} y es solo para ti: quien lo tenga puede responder.`,
      },
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección.`,
  };
}

function picturesOf({ order, cids, isBuyerVerified }: Asked): Block {
  // The note of a picture is nothing that the proof asks about.
  const bare = { ...order, items: order.items.map((item) => ({ ...item, notes: null })) };
  return isBuyerVerified
    ? picturesBlock({ order: bare, cids }, { named: false })
    : quantitiesBlock(order);
}
