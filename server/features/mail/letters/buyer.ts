import type { BuyerOrder } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { buyerLetterLabels } from '#domain/delivery-labels.ts';
import { formatPesos } from '#domain/money.ts';
import { isCompleted, isVoid, type OrderStatus, statusLabel } from '#domain/orders.ts';
import { paymentLines } from '#domain/payment-details.ts';
import { type DeliveryPromise, describeArrival, describeDays } from '#domain/promise.ts';
import {
  atPickup,
  describeArranged,
  describeIncluded,
  describeOffice,
  describeReceiving,
  goesToOffice,
  isPickedUp,
} from '#domain/way-texts.ts';
import type { Block, Fact, Letter } from '#server/features/mail/letter.ts';
import type {
  DocumentNews,
  MailedOrder,
  PaidOrder,
  StatusNews,
} from '#server/features/mail/order-source.ts';
import {
  arrivalFacts,
  isHandedOver,
  isReady,
  moneyBack,
  parcelFacts,
  pickupFacts,
  placeFacts,
  QUESTIONS,
  reasonOf,
  sentence,
  told,
} from './buyer-parts.ts';
import {
  type Agreed,
  agreedBlocks,
  countPins,
  deliveryFacts,
  greeting,
  type LetterOrder,
  pictureBlocks,
  pricesBlock,
  quantityBlocks,
} from './order-parts.ts';

type Received = LetterOrder & {
  order: BuyerOrder;
  url: string;
  shopName: string;
  delivery: DeliveryPromise;
  agreed: Agreed | null;
  /** The order was placed by an account whose e-mail was verified. */
  isBuyerVerified: boolean;
};

/**
 * Confirms an order to its buyer: its content, the next steps and the agreed terms. An unverified
 * address gets no typed texts and no pictures: the shop must not deliver a stranger's content.
 */
export function orderReceivedLetter(received: Received): Letter {
  const { url, shopName, delivery, agreed, isBuyerVerified, ...parts } = received;
  const { id, deliveryData, howToPay: details, payBy } = received.order;
  const pins = countPins(deliveryData.pricing.imagesCount);
  const next = details ? 'Págalo cuando quieras.' : 'Te contactaremos pronto.';
  return {
    subject: `Recibimos tu pedido ${id}`,
    preview: `${pins}, ${formatPesos(deliveryData.pricing.totalAmount)} ${describeIncluded(deliveryData)}. ${next}`,
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
          (details
            ? 'Transfiere el total a la cuenta de más abajo y adjunta tu comprobante en «Ver mi pedido».'
            : `Te contactaremos pronto para coordinar ${describeArranged(deliveryData)}.`) +
            (payBy ? ` Tienes hasta el ${formatDay(payBy)}.` : ''),
          'Con el pago confirmado, fabricamos tus pines.',
          receivingStep(told(received), delivery),
        ],
      },
      ...howToPay(received.order),
      ...pickupBlock(received.order),
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

function receivingStep(order: BuyerOrder, delivery: DeliveryPromise): string {
  const within = describeDays(delivery);
  const days = order.arrival && describeArrival(order.arrival);
  if (isPickedUp(order)) {
    const when = days
      ? `Si pagas hoy, ${describeReceiving(order, days)}`
      : `Puedes retirarlo${atPickup(order)}`;
    return `Tu pedido está listo para retirar en ${within}. ${when}.`;
  }
  const where = goesToOffice(order)
    ? `Llegan a ${describeOffice(order)}`
    : 'Los recibes en tu casa';
  return `${where} en ${within}${days ? `: si pagas hoy, ${days}` : ''}.`;
}

function pickupBlock(order: BuyerOrder): Block[] {
  const facts = pickupFacts(order);
  return facts.length > 0 ? [{ kind: 'facts', title: 'Retiro', facts }] : [];
}

/** How to pay; empty when the shop has not configured it and contacts the buyer instead. */
function howToPay({ id, howToPay: details, deliveryData: { pricing } }: BuyerOrder): Block[] {
  if (!details) return [];
  const facts = [
    ...paymentLines(details),
    { label: 'Monto', value: formatPesos(pricing.totalAmount) },
    { label: 'Referencia', value: id },
  ];
  return [
    { kind: 'facts', title: 'Cómo pagar', facts },
    ...(details.words ? [{ kind: 'paragraph' as const, text: details.words }] : []),
  ];
}

function wholeOrder(parts: LetterOrder): Block[] {
  const facts = deliveryFacts(buyerLetterLabels, parts.order);
  return [
    ...pictureBlocks(parts, { named: false }),
    pricesBlock(parts.order),
    { kind: 'facts', title: 'Entrega', facts },
  ];
}

function orderInFigures({ order }: LetterOrder): Block[] {
  return [
    ...quantityBlocks(order),
    pricesBlock(order),
    {
      kind: 'note',
      text: 'Por tu seguridad este correo no lleva tus imágenes ni tus datos de entrega. El botón «Ver mi pedido» te muestra las imágenes; tu nombre, teléfono y dirección aparecen ahí solo en parte.',
    },
  ];
}

const statusNews: Record<OrderStatus, { title: string; text: string }> = {
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

const ON_ITS_WAY = {
  title: '¡Tu pedido va en camino!',
  text: 'despachamos tu pedido. Gracias por confiarnos tus ideas.',
};

const HANDED_OVER = {
  title: '¡Entregamos tu pedido!',
  text: 'te entregamos tu pedido. Gracias por confiarnos tus ideas.',
};

export function orderStatusLetter(news: StatusNews, url: string, shopName: string): Letter {
  const { order, status, isDispatched, refundBy } = news;
  const hasParcel = order.parcel !== null && !isPickedUp(order);
  const isSent = isCompleted(status) && (isDispatched || hasParcel);
  const [sentNews, sentState] = isPickedUp(order)
    ? [HANDED_OVER, 'entregado']
    : [ON_ITS_WAY, 'va en camino'];
  const { title, text } = isSent ? sentNews : statusNews[status];
  const state = isSent ? `${statusLabel(status)}, ${sentState}` : statusLabel(status);
  return {
    subject: `Tu pedido ${order.id}: ${state}`,
    preview: news.reason ?? `Estado: ${state}`,
    title,
    blocks: [
      { kind: 'paragraph', text: `${greeting(order, news)}: ${text}` },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      { kind: 'facts', title: 'Cómo va', facts: factsOf(news) },
      ...(isVoid(status) && refundBy ? [moneyBack(order, refundBy)] : []),
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
}

/** Tells the buyer that the order can be picked up, and where. */
export function orderReadyLetter(
  found: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  const { order } = found;
  const facts = pickupFacts(order);
  return {
    subject: `Tu pedido ${order.id} está listo para retirar`,
    preview: `Puedes retirarlo${atPickup(order)}.`,
    title: '¡Tu pedido está listo para retirar!',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, found)}: tus pines están listos. Puedes pasar a buscarlos cuando te acomode.`,
      },
      { kind: 'highlight', label: 'Di este número al retirar', value: order.id },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, title: 'Retiro', facts }] : []),
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
}

function factsOf(news: StatusNews): Fact[] {
  const { status, reason, paidOn, order } = news;
  const { parcel } = order;
  return [
    { label: 'Estado', value: statusLabel(status) },
    ...(reason ? [{ label: 'Motivo', value: reason }] : []),
    ...(paidOn ? [{ label: 'Pago', value: `Recibido el ${formatDay(paidOn)}` }] : []),
    ...(paidOn ? arrivalFacts(order) : []),
    ...(isVoid(status) || isHandedOver(order) ? [] : placeFacts(told(news))),
    ...(parcel && !isVoid(status) && !isPickedUp(order) ? parcelFacts(parcel) : []),
  ];
}

export function paymentReceivedLetter(paid: PaidOrder, url: string, shopName: string): Letter {
  const { order, paidOn } = paid;
  return {
    subject: `Recibimos el pago de tu pedido ${order.id}`,
    preview: paidPreview(told(paid)),
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
          ...arrivalFacts(order),
          ...(isHandedOver(order) ? [] : placeFacts(told(paid))),
        ],
      },
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
}

function paidPreview(order: BuyerOrder): string {
  if (isReady(order)) return `Está listo para retirar${atPickup(order)}.`;
  if (!order.arrival || isHandedOver(order)) return 'Gracias por tu pago.';
  const days = describeArrival(order.arrival);
  if (isPickedUp(order)) return `${sentence(describeReceiving(order, days))}.`;
  const where = goesToOffice(order) ? ` a ${describeOffice(order)}` : '';
  return `Tus pines llegan${where} ${days}.`;
}

/** Sends the boleta to the buyer. */
export function documentLetter(news: DocumentNews, url: string, shopName: string): Letter {
  const { order, document, file } = news;
  const where = file
    ? 'Va adjunta en este correo, y también la encuentras en tu pedido.'
    : 'Estos son sus datos.';
  return {
    subject: `La boleta de tu pedido ${order.id}`,
    preview: `Boleta ${document.number}, ${formatPesos(order.deliveryData.pricing.totalAmount)}.`,
    title: 'Tu boleta',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, news)}: emitimos la boleta de tu compra en ${shopName}. ${where}`,
      },
      {
        kind: 'facts',
        title: 'Boleta',
        facts: [
          { label: 'Número', value: document.number },
          { label: 'Fecha', value: formatDay(document.issuedOn) },
          { label: 'Total', value: formatPesos(order.deliveryData.pricing.totalAmount) },
          { label: 'Pedido', value: order.id },
        ],
      },
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
}

/** Reminds the buyer of an unpaid order. */
export function paymentReminderLetter(
  { order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  const { id, payBy, deliveryData, arrival } = order;
  const total = formatPesos(deliveryData.pricing.totalAmount);
  const until = payBy ? ` Puedes pagarlo hasta el ${formatDay(payBy)}.` : '';
  const days = arrival
    ? ` Si pagas hoy, ${describeReceiving(told({ order, isBuyerVerified }), describeArrival(arrival))}.`
    : '';
  return {
    subject: `Tu pedido ${id} espera tu pago`,
    preview: `${total}.${until}`,
    title: 'Falta tu pago',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, { isBuyerVerified })}: guardamos tu pedido en ${shopName} y lo hacemos en cuanto lo pagues.${until}${days}`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: id },
      { kind: 'facts', title: 'Tu pago', facts: [{ label: 'Total', value: total }] },
      ...howToPay(order),
      { kind: 'button', label: 'Ver mi pedido', url },
      {
        kind: 'note',
        text: '¿Ya pagaste? Adjunta tu comprobante en «Ver mi pedido». ¿Ya no lo quieres? Ahí mismo puedes cancelarlo.',
      },
    ],
    reason: reasonOf(shopName),
  };
}

/** Sent to an order's e-mail after the shop corrected it; links in earlier mails are revoked. */
export function mailboxChangedLetter(
  { order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  return {
    subject: `Ahora te escribimos aquí: pedido ${order.id}`,
    preview: 'Cambiamos el correo de tu pedido por este.',
    title: 'Ahora te escribimos aquí',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, { isBuyerVerified })}: cambiamos el correo de tu pedido por este. Desde ahora te avisamos aquí cómo va, y los enlaces que enviamos al correo anterior ya no abren nada.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      { kind: 'button', label: 'Ver mi pedido', url },
    ],
    reason: `Recibes este correo porque ${shopName} anotó esta dirección en un pedido. Si no es tuyo, responde este correo y la quitamos.`,
  };
}
