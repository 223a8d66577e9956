import type { BuyerOrder } from '#contract/orders.ts';
import { formatDate, formatDay } from '#domain/dates.ts';
import { buyerLetterLabels } from '#domain/delivery-labels.ts';
import { formatPesos } from '#domain/money.ts';
import { isStepDone } from '#domain/order-stage.ts';
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
  officeName,
  totalName,
} from '#domain/way-texts.ts';
import type { Block, Fact, Letter } from '#server/features/mail/letter.ts';
import type {
  CancelNews,
  ComplaintNews,
  DocumentNews,
  MailedOrder,
  PaidOrder,
  ProofNews,
  StatusNews,
} from '#server/features/mail/order-source.ts';
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

type Parcel = NonNullable<BuyerOrder['parcel']>;

type Received = LetterOrder & {
  order: BuyerOrder;
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

/** An order as its mail may tell it: a mailbox that was merely named gets no office that was typed. */
function told({ order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>) {
  if (isBuyerVerified) return order;
  return { ...order, deliveryData: { ...order.deliveryData, branch: null } };
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

/** Where and when it is picked up; nothing for what is sent. */
function pickupFacts({ pickup }: BuyerOrder): Fact[] {
  if (!pickup) return [];
  return [
    { label: 'Dónde se retira', value: pickup.place },
    { label: 'Horario', value: pickup.hours },
  ].filter(({ value }) => value);
}

/** Nothing where the shop has not said how: it writes to the buyer. */
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

const QUESTIONS: Block = {
  kind: 'note',
  text: '¿Tienes dudas? Responde este correo y te ayudamos.',
};

function reasonOf(shopName: string): string {
  return `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección.`;
}

function moneyBack({ deliveryData: { pricing } }: BuyerOrder, day: string): Block {
  const amount = formatPesos(pricing.totalAmount);
  return {
    kind: 'paragraph',
    text: `Te devolvemos los ${amount} que pagaste a más tardar el ${formatDay(day)}. Responde este correo con los datos de la cuenta a la que quieres que los enviemos.`,
  };
}

/** Tells the buyer that the shop has the request to cancel, and what becomes of the money. */
export function cancelRequestedLetter(news: CancelNews, url: string, shopName: string): Letter {
  const { order, refundBy } = news;
  return {
    subject: `Pediste cancelar tu pedido ${order.id}`,
    preview: 'Detuvimos tu pedido y te contestamos pronto.',
    title: 'Pediste cancelar tu pedido',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, news)}: recibimos tu solicitud y detuvimos tu pedido. La revisamos y te contestamos por correo.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      ...(refundBy ? [moneyBack(order, refundBy)] : []),
      { kind: 'button', label: 'Ver mi pedido', url },
      { kind: 'note', text: 'Si no fuiste tú, responde este correo y seguimos con tu pedido.' },
    ],
    reason: reasonOf(shopName),
  };
}

/** Tells the buyer that the shop goes on with an order that they asked to cancel. */
export function cancelDeclinedLetter(news: CancelNews, url: string, shopName: string): Letter {
  const { order, reason } = news;
  return {
    subject: `Tu pedido ${order.id} sigue en curso`,
    preview: reason ?? 'No pudimos cancelarlo.',
    title: 'Tu pedido sigue en curso',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, news)}: pediste cancelar tu pedido, pero no pudimos hacerlo y seguimos con él.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      ...(reason
        ? [
            {
              kind: 'facts' as const,
              title: 'Por qué',
              facts: [{ label: 'Motivo', value: reason }],
            },
          ]
        : []),
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

/** Where it is picked up, or the office that it goes to; nothing for what goes to the door. */
function placeFacts(order: BuyerOrder): Fact[] {
  const office = goesToOffice(order) ? officeName(order) : null;
  return [...pickupFacts(order), ...(office ? [{ label: 'Oficina', value: office }] : [])];
}

function parcelFacts({ courier, tracking, trackingUrl: url }: Parcel): Fact[] {
  return [
    { label: 'Envío por', value: courier },
    ...(tracking
      ? [{ label: 'Número de seguimiento', value: tracking, ...(url ? { url } : {}) }]
      : []),
  ];
}

/** Nothing once the days are past, and for what waits to be picked up. */
function arrivalFacts(order: BuyerOrder): Fact[] {
  if (!order.arrival || isReady(order) || isHandedOver(order)) return [];
  const value = sentence(describeArrival(order.arrival));
  if (isPickedUp(order)) return [{ label: 'Puedes retirarlo', value }];
  return [{ label: goesToOffice(order) ? 'Llega a la oficina' : 'Llega', value }];
}

/** Returns true for what waits to be picked up. */
export function isReady(order: BuyerOrder): boolean {
  const { progress, status } = order;
  const isPacked = isPickedUp(order) && isStepDone(progress.steps, 'ready');
  return isPacked && !isHandedOver(order) && !isVoid(status);
}

function isHandedOver(order: BuyerOrder): boolean {
  return isPickedUp(order) && isStepDone(order.progress.steps, 'dispatched');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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

/** Brings the buyer the boleta. */
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

/** Reminds the buyer of an order that nobody has paid yet. */
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

type AskedPictures = {
  order: BuyerOrder;
  isBuyerVerified: boolean;
  /** From 1. */
  items: readonly number[];
  /** The shop's; null: the buyer wanted the link. */
  words: string | null;
  url: string;
  /** When the link stops working; milliseconds since 1970. */
  expiresAt: number;
  shopName: string;
};

/** Asks the buyer for other pictures, or gives them the link that they wanted. */
export function pictureRequestLetter(asked: AskedPictures): Letter {
  const { order, items, words, url, expiresAt, shopName } = asked;
  const which = items.length === 1 ? `la imagen ${items[0]}` : `las imágenes ${items.join(', ')}`;
  const text = words
    ? `para que tu pedido en ${shopName} quede bien necesitamos otra versión de ${which}.`
    : `con este enlace puedes cambiar las imágenes de tu pedido en ${shopName}, hasta que las imprimamos.`;
  return {
    subject: words
      ? `Necesitamos otra imagen para tu pedido ${order.id}`
      : `Cambia las imágenes de tu pedido ${order.id}`,
    preview: words ?? 'El enlace es solo para ti.',
    title: words ? 'Necesitamos otra imagen' : 'Cambia tus imágenes',
    blocks: [
      { kind: 'paragraph', text: `${greeting(order, asked)}: ${text}` },
      ...(words
        ? [{ kind: 'facts' as const, title: 'Por qué', facts: [{ label: shopName, value: words }] }]
        : []),
      { kind: 'button', label: words ? 'Enviar otra imagen' : 'Cambiar imágenes', url },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      {
        kind: 'note',
        text: `No necesitas una cuenta. El enlace sirve hasta el ${formatDate(expiresAt)} y es solo para ti: quien lo tenga puede cambiar tus imágenes.`,
      },
    ],
    reason: reasonOf(shopName),
  };
}

/** Gives the buyer of an order that the shop opened the link by which its pictures are added. */
export function picturesWantedLetter(
  { order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  const { totalAmount } = order.deliveryData.pricing;
  return {
    subject: `Agrega las imágenes de tu pedido ${order.id}`,
    preview: 'Elige tus imágenes y cuántos pines quieres de cada una.',
    title: 'Faltan tus imágenes',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, { isBuyerVerified })}: abrimos tu pedido en ${shopName}. Elige tus imágenes y cuántos pines quieres de cada una, y empezamos.`,
      },
      { kind: 'button', label: 'Agregar mis imágenes', url },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      ...(totalAmount > 0
        ? [
            {
              kind: 'facts' as const,
              title: 'Lo acordado',
              facts: [{ label: totalName(order.deliveryData), value: formatPesos(totalAmount) }],
            },
          ]
        : []),
      {
        kind: 'note',
        text: 'No necesitas una cuenta. El enlace es solo para ti: quien lo tenga puede agregar las imágenes.',
      },
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección. Si no fuiste tú, responde este correo y lo anulamos.`,
  };
}

/** Tells the buyer that the shop has the new pictures. */
export function pictureReceivedLetter(
  { order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  return {
    subject: `Recibimos tus imágenes nuevas: pedido ${order.id}`,
    preview: 'Tu pedido sigue su camino.',
    title: 'Recibimos tus imágenes nuevas',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, { isBuyerVerified })}: cambiaron las imágenes de tu pedido. Si no fuiste tú, responde este correo antes de que las imprimamos.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      { kind: 'button', label: 'Ver mi pedido', url },
    ],
    reason: reasonOf(shopName),
  };
}

export function pictureRestoredLetter(
  { order, isBuyerVerified }: Pick<MailedOrder, 'order' | 'isBuyerVerified'>,
  url: string,
  shopName: string,
): Letter {
  return {
    subject: `Volvimos a tu imagen anterior: pedido ${order.id}`,
    preview: 'Tu pedido sigue con una imagen que ya tenía.',
    title: 'Volvimos a tu imagen anterior',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, { isBuyerVerified })}: volvimos a poner una imagen que tu pedido ya tenía. Si querías otra, responde este correo antes de que la imprimamos.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      { kind: 'button', label: 'Ver mi pedido', url },
    ],
    reason: reasonOf(shopName),
  };
}

/** Of an order whose e-mail the shop corrected: the links of earlier mails have ended. */
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
      ...picturesOf(asked),
      {
        kind: 'note',
        text: `No necesitas una cuenta. El enlace sirve hasta el ${formatDate(expiresAt)} y es solo para ti: quien lo tenga puede responder.`,
      },
    ],
    reason: reasonOf(shopName),
  };
}

function picturesOf({ order, cids, isBuyerVerified }: Asked): Block[] {
  // The note of a picture is nothing that the proof asks about.
  const bare = { ...order, items: order.items.map((item) => ({ ...item, notes: null })) };
  return isBuyerVerified
    ? pictureBlocks({ order: bare, cids }, { named: false })
    : quantityBlocks(order);
}

type ComplaintMail =
  | 'complaint_received'
  | 'complaint_answered'
  | 'reprint_started'
  | 'reprint_sent';

function complaintTexts(kind: ComplaintMail, order: BuyerOrder): { title: string; text: string } {
  switch (kind) {
    case 'complaint_received':
      return {
        title: 'Recibimos tu reclamo',
        text: 'recibimos tu reclamo. Lo revisamos y te contestamos por correo.',
      };
    case 'complaint_answered':
      return {
        title: 'Respondimos tu reclamo',
        text: 'revisamos lo que nos contaste de tu pedido.',
      };
    case 'reprint_started': {
      const when = isPickedUp(order) ? 'puedas retirarlos' : 'vayan en camino';
      return order.reprint?.isPrinted
        ? {
            title: 'Te enviamos pines de nuevo',
            text: `preparamos tus pines de nuevo, sin costo. Te avisamos cuando ${when}.`,
          }
        : {
            title: 'Hacemos tus pines de nuevo',
            text: `hacemos tus pines de nuevo, sin costo. Te avisamos cuando ${when}.`,
          };
    }
    case 'reprint_sent':
      return isPickedUp(order)
        ? {
            title: 'Tus pines nuevos están listos',
            text: 'tus pines nuevos están listos para que los retires.',
          }
        : { title: 'Tus pines nuevos van en camino', text: 'tus pines nuevos ya van en camino.' };
  }
}

/** Tells the buyer what becomes of pins that came out wrong. */
export function complaintLetter(
  kind: ComplaintMail,
  news: ComplaintNews,
  url: string,
  shopName: string,
): Letter {
  const { order, words, refund } = news;
  const { title, text } = complaintTexts(kind, order);
  const facts: Fact[] = [
    // A buyer's own words are nothing that the shop mails to a mailbox that somebody merely named.
    ...(words && kind === 'complaint_answered' ? [{ label: 'Respuesta', value: words }] : []),
    ...(refund
      ? [
          {
            label: 'Devolución anotada',
            value: `${formatPesos(refund.amount)}, el ${formatDay(refund.on)}`,
          },
        ]
      : []),
    ...(kind === 'reprint_sent' ? reprintFacts(told(news)) : []),
  ];
  return {
    subject: `${title}: pedido ${order.id}`,
    preview: `Sobre tu pedido ${order.id}.`,
    title,
    blocks: [
      { kind: 'paragraph', text: `${greeting(order, news)}: ${text}` },
      { kind: 'highlight', label: 'Tu número de pedido', value: order.id },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, title: 'Cómo va', facts }] : []),
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
}

/** Where it is picked up, or with whom it travels. */
function reprintFacts(order: BuyerOrder): Fact[] {
  const parcel = order.reprint?.parcel;
  return [...placeFacts(order), ...(parcel && !isPickedUp(order) ? parcelFacts(parcel) : [])];
}
