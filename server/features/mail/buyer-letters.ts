import type { BuyerOrder } from '#contract/orders/orders.ts';
import { openDepositOf } from '#contract/payments/deposit.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type DeliveryPromise, describeArrival, describeDays } from '#domain/delivery/promise.ts';
import { buyerLetterLabels } from '#domain/delivery/view-labels.ts';
import {
  atPickup,
  describeArranged,
  describeIncluded,
  describeOffice,
  describeReceiving,
  goesToOffice,
  isPickedUp,
} from '#domain/delivery/way-texts.ts';
import { isStepDone, type OrderStep } from '#domain/orders/order-stage.ts';
import { isCompleted, isVoid, type OrderStatus, statusLabel } from '#domain/orders/status.ts';
import { documentLabel } from '#domain/payments/invoice.ts';
import { sumAmounts } from '#domain/payments/refunds.ts';
import {
  arrivalFacts,
  balanceLater,
  buyerLetter,
  howToPay,
  isHandedOver,
  isReady,
  moneyBack,
  orderNumber,
  parcelFacts,
  pickupFacts,
  placeFacts,
  QUESTIONS,
  seeOrder,
  sentence,
  told,
} from './buyer-parts.ts';
import { type Block, type Fact, factList, type Letter, note, paragraph } from './letter.ts';
import type { BuyerNews, DocumentNews, PaidOrder, StatusNews } from './news.ts';
import {
  type AcceptedTerms,
  agreedBlocks,
  deliveryFacts,
  describePins,
  type LetterOrder,
  pictureBlocks,
  pricesBlock,
  quantityBlocks,
} from './order-parts.ts';
import { quoteLetter, quoteWithdrawnLetter } from './picture-letters.ts';

type Received = LetterOrder &
  BuyerNews & {
    url: string;
    shopName: string;
    delivery: DeliveryPromise;
    agreed: AcceptedTerms | null;
  };

/**
 * Confirms an order to its buyer: its content, the next steps and the agreed terms. An unverified
 * address gets no typed texts and no pictures: the shop must not deliver a stranger's content.
 */
export function orderReceivedLetter(received: Received): Letter {
  const { url, shopName, delivery, agreed, isBuyerVerified, ...parts } = received;
  const { id, deliveryData, howToPay: details } = parts.order;
  const pins = describePins(deliveryData.pricing.imagesCount);
  const isFree = parts.order.amountDue === 0;
  // Mails may wait for their server.
  const isCancelled = isVoid(parts.order.status);
  const paying = isFree
    ? ['No tienes que pagar nada: fabricamos tus pines.']
    : payingSteps(parts.order);
  const steps: Block = {
    kind: 'steps',
    title: '¿Qué sigue?',
    items: [...paying, receivingStep(told(received), delivery)],
  };
  const next = details
    ? 'Págalo cuando quieras.'
    : isFree
      ? 'No tienes que pagar nada.'
      : 'Te contactaremos pronto.';
  return buyerLetter(received, shopName, {
    subject: `Recibimos tu pedido ${id}`,
    preview: `${pins}, ${formatPesos(deliveryData.pricing.totalAmount)} ${describeIncluded(deliveryData)}. ${next}`,
    title: '¡Recibimos tu pedido!',
    text: `gracias por tu pedido de ${pins} en ${shopName}.`,
    blocks: [
      orderNumber(parts.order),
      seeOrder(url),
      ...(isCancelled ? [] : [steps]),
      ...howToPay(parts.order),
      ...factList('Retiro', pickupFacts(parts.order)),
      ...(isBuyerVerified ? wholeOrder(parts) : orderInFigures(parts)),
      isCancelled
        ? note('Después fue cancelado.')
        : note('¿Hay algo que corregir? Responde este correo y lo arreglamos antes de fabricar.'),
      ...(agreed ? agreedBlocks(agreed) : []),
    ],
    reason: isBuyerVerified
      ? 'Recibes este correo porque hiciste un pedido con esta dirección.'
      : 'Recibes este correo porque alguien hizo un pedido con esta dirección. Si no fuiste tú, responde este correo y lo anulamos.',
  });
}

function payingSteps(order: BuyerOrder): string[] {
  const { payBy, howToPay: details, deliveryData } = order;
  const deposit = openDepositOf(order);
  const pay = details
    ? `Transfiere ${deposit > 0 ? 'el abono' : 'el total'} a la cuenta de más abajo y adjunta tu comprobante en «Ver mi pedido».`
    : `Te contactaremos pronto para coordinar ${describeArranged(deliveryData)}.`;
  return [
    pay + (payBy ? ` Tienes hasta el ${formatDay(payBy)}.` : ''),
    deposit > 0
      ? `Con el abono confirmado, fabricamos tus pines. ${balanceLater(order)}`
      : 'Con el pago confirmado, fabricamos tus pines.',
  ];
}

function receivingStep(order: BuyerOrder, delivery: DeliveryPromise): string {
  const within = describeDays(delivery);
  const days = order.arrival && describeArrival(order.arrival);
  const ifPaid = order.amountDue > 0 ? 'si pagas hoy, ' : '';
  if (isPickedUp(order)) {
    const when = days
      ? sentence(`${ifPaid}${describeReceiving(order, days)}`)
      : `Puedes retirarlo${atPickup(order)}`;
    return `Tu pedido está listo para retirar en ${within}. ${when}.`;
  }
  const where = goesToOffice(order)
    ? `Llegan a ${describeOffice(order)}`
    : 'Los recibes en tu casa';
  return `${where} en ${within}${days ? `: ${ifPaid}${days}` : ''}.`;
}

function wholeOrder(parts: LetterOrder): Block[] {
  return [
    ...pictureBlocks(parts, { named: false }),
    pricesBlock(parts),
    ...factList('Entrega', deliveryFacts(buyerLetterLabels, parts.order)),
  ];
}

function orderInFigures(parts: LetterOrder): Block[] {
  return [
    ...quantityBlocks(parts.order),
    pricesBlock(parts),
    note(
      'Por tu seguridad este correo no lleva tus imágenes ni tus datos de entrega. El botón «Ver mi pedido» te muestra las imágenes; tu nombre, teléfono y dirección aparecen ahí solo en parte.',
    ),
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
  if (order.quote && order.quote.state !== 'accepted') {
    return isVoid(status)
      ? quoteWithdrawnLetter(news, url, shopName)
      : quoteLetter(news, url, shopName);
  }
  const hasParcel = order.parcel !== null && !isPickedUp(order);
  const isSent = isCompleted(status) && (isDispatched || hasParcel);
  const [sentNews, sentState] = isPickedUp(order)
    ? [HANDED_OVER, 'entregado']
    : [ON_ITS_WAY, 'va en camino'];
  const { title, text } = isSent ? sentNews : statusNews[status];
  const state = isSent ? sentState : statusLabel(status);
  return buyerLetter(news, shopName, {
    subject: `Tu pedido ${order.id}: ${state}`,
    preview: news.reason ?? `Estado: ${state}`,
    title,
    text,
    blocks: [
      orderNumber(order),
      ...factList('Cómo va', factsOf(news)),
      ...(isVoid(status) && refundBy ? [moneyBack(news, refundBy)] : []),
      ...(isCompleted(status) ? stillToPay(order) : []),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

/** What of an order that left is not paid, and how to pay it; nothing once there is a receipt. */
function stillToPay(order: BuyerOrder): Block[] {
  if (order.amountDue === 0 || order.receipt !== null) return [];
  return [
    paragraph(`Queda por pagar ${formatPesos(order.amountDue)}. ${SEND_RECEIPT}`),
    ...howToPay(order),
  ];
}

const SEND_RECEIPT = '¿Ya pagaste? Adjunta tu comprobante en «Ver mi pedido».';

/** Tells the buyer that the order can be picked up, and where. */
export function orderReadyLetter(news: BuyerNews, url: string, shopName: string): Letter {
  const { order } = news;
  return buyerLetter(news, shopName, {
    subject: `Tu pedido ${order.id} está listo para retirar`,
    preview: `Puedes retirarlo${atPickup(order)}.`,
    title: '¡Tu pedido está listo para retirar!',
    text: 'tus pines están listos. Puedes pasar a buscarlos cuando te acomode.',
    blocks: [
      orderNumber(order, 'Di este número al retirar'),
      ...factList('Retiro', pickupFacts(order)),
      ...(order.amountDue > 0 ? [paragraph(balanceLater(order)), ...howToPay(order)] : []),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

function factsOf(news: StatusNews): Fact[] {
  const { status, reason, paidOn, order } = news;
  const { parcel } = order;
  return [
    { label: 'Estado', value: statusLabel(status) },
    ...(reason ? [{ label: 'Motivo', value: reason }] : []),
    ...(paidOn && order.payments.length > 0
      ? [{ label: 'Pago', value: `Recibido el ${formatDay(paidOn)}` }]
      : []),
    ...(paidOn ? arrivalFacts(order) : []),
    ...(isVoid(status) || isHandedOver(order) ? [] : placeFacts(told(news))),
    ...(parcel && !isVoid(status) && !isPickedUp(order) ? parcelFacts(parcel) : []),
  ];
}

export function paymentReceivedLetter(paid: PaidOrder, url: string, shopName: string): Letter {
  const { order, payment } = paid;
  const amount = sumAmounts(toldPayments(paid));
  const { totalAmount } = order.deliveryData.pricing;
  const total = { label: 'Total', value: formatPesos(totalAmount) };
  if (order.amountDue > 0) return partReceivedLetter(paid, url, shopName, total);
  return buyerLetter(paid, shopName, {
    subject: `Recibimos el pago de tu pedido ${order.id}`,
    preview: paidPreview(told(paid)),
    title: '¡Recibimos tu pago!',
    text: `tu pago llegó. Gracias por comprar en ${shopName}.`,
    blocks: [
      orderNumber(order),
      ...factList('Cómo va', [
        { label: 'Pago', value: `Recibido el ${formatDay(payment.paidAt)}` },
        // Without its pictures it may have no price yet.
        totalAmount > 0 ? total : amount > 0 && { label: 'Monto', value: formatPesos(amount) },
        ...arrivalFacts(order),
        ...(isHandedOver(order) ? [] : placeFacts(told(paid))),
      ]),
      ...goesBack(paid),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

/** Says what of a payment goes back: what is more than the order costs, or all once it is cancelled. */
function goesBack(news: BuyerNews): Block[] {
  const { order } = news;
  const wanted = isVoid(order.status) ? 'cancelled' : 'overpaid';
  const open = order.refunds.find(({ reason, doneOn }) => doneOn === null && reason === wanted);
  if (!open || open.dueOn === null) return [];
  if (wanted === 'cancelled') {
    return [paragraph('Este pedido está cancelado.'), moneyBack(news, open.dueOn)];
  }
  return [
    paragraph(
      `Pagaste ${formatPesos(open.amount)} de más: te los devolvemos a más tardar el ${formatDay(open.dueOn)}.`,
    ),
  ];
}

/** Confirms a part of the payment, and says what is missing. */
function partReceivedLetter(paid: PaidOrder, url: string, shopName: string, total: Fact): Letter {
  const { order } = paid;
  const missing = formatPesos(order.amountDue);
  const payments = toldPayments(paid);
  const isOne = payments.length === 1;
  return buyerLetter(paid, shopName, {
    subject: `Recibimos ${isOne ? 'un abono' : 'abonos'} de tu pedido ${order.id}`,
    preview: `Recibimos ${formatPesos(sumAmounts(payments))}. Faltan ${missing}.`,
    title: isOne ? '¡Recibimos tu abono!' : '¡Recibimos tus abonos!',
    text: `${isOne ? 'tu abono llegó' : 'tus abonos llegaron'}. Gracias por comprar en ${shopName}. ${afterPart(order)}`.trimEnd(),
    blocks: [
      orderNumber(order),
      ...factList('Tu pago', [
        ...payments.map(({ amount, paidAt }) => ({
          label: 'Abono',
          value: `${formatPesos(amount)}, el ${formatDay(paidAt)}`,
        })),
        total,
        { label: 'Falta pagar', value: missing },
        ...(order.deposit?.isPaid ? arrivalFacts(order) : []),
      ]),
      ...howToPay(order),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

const toldPayments = ({ earlier = [], payment }: PaidOrder) => [...earlier, payment];

function afterPart(order: BuyerOrder): string {
  const isDone = (step: OrderStep) => isStepDone(order.progress.steps, step);
  if (isCompleted(order.status)) return '';
  // One that was paid has become dearer.
  if (isDone('paid') || isDone('production')) return balanceLater(order);
  if (order.deposit?.isPaid) return `Ya podemos hacer tus pines. ${balanceLater(order)}`;
  return order.deposit
    ? 'Hacemos tu pedido cuando esté el abono completo.'
    : 'Hacemos tu pedido cuando esté pagado.';
}

function paidPreview(order: BuyerOrder): string {
  if (isReady(order)) return `Está listo para retirar${atPickup(order)}.`;
  if (!order.arrival || isHandedOver(order)) return 'Gracias por tu pago.';
  const days = describeArrival(order.arrival);
  if (isPickedUp(order)) return `${sentence(describeReceiving(order, days))}.`;
  const where = goesToOffice(order) ? ` a ${describeOffice(order)}` : '';
  return `Tus pines llegan${where} ${days}.`;
}

export function documentLetter(news: DocumentNews, url: string, shopName: string): Letter {
  const { order, document, file } = news;
  const label = documentLabel(document.kind);
  const name = label.toLowerCase();
  const total = formatPesos(order.deliveryData.pricing.totalAmount);
  const where = file
    ? 'Va adjunta en este correo, y también la encuentras en tu pedido.'
    : 'Estos son sus datos.';
  return buyerLetter(news, shopName, {
    subject: `La ${name} de tu pedido ${order.id}`,
    preview: `${label} ${document.number}, ${total}.`,
    title: `Tu ${name}`,
    text: `emitimos la ${name} de tu compra en ${shopName}. ${where}`,
    blocks: [
      ...factList(label, [
        { label: 'Número', value: document.number },
        { label: 'Fecha', value: formatDay(document.issuedOn) },
        { label: 'Total', value: total },
        { label: 'Pedido', value: order.id },
      ]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

export function paymentReminderLetter(news: BuyerNews, url: string, shopName: string): Letter {
  const { order } = news;
  const { id, payBy, deliveryData, arrival } = order;
  const deposit = openDepositOf(order);
  const due = deposit || order.amountDue;
  const hasLeft = isCompleted(order.status);
  const isWhole = due === deliveryData.pricing.totalAmount;
  const until = payBy ? ` Puedes pagarlo hasta el ${formatDay(payBy)}.` : '';
  const days = arrival
    ? ` Si pagas hoy, ${describeReceiving(told(news), describeArrival(arrival))}.`
    : '';
  return buyerLetter(news, shopName, {
    subject: `Tu pedido ${id} espera tu pago`,
    preview: `${formatPesos(due)}.${until}`,
    title: 'Falta tu pago',
    text: hasLeft
      ? `${isPickedUp(order) ? 'te entregamos' : 'te enviamos'} tu pedido de ${shopName} y todavía no vemos tu pago.`
      : `guardamos tu pedido en ${shopName} y lo hacemos en cuanto lo pagues.${until}${days}`,
    blocks: [
      orderNumber(order),
      ...factList('Tu pago', [
        {
          label: deposit > 0 ? 'Abono' : isWhole ? 'Total' : 'Falta pagar',
          value: formatPesos(due),
        },
      ]),
      ...howToPay(order),
      seeOrder(url),
      note(
        hasLeft ? SEND_RECEIPT : `${SEND_RECEIPT} ¿Ya no lo quieres? Ahí mismo puedes cancelarlo.`,
      ),
    ],
  });
}

/** Sent to an order's e-mail after the shop corrected it; links in earlier mails are revoked. */
export function mailboxChangedLetter(news: BuyerNews, url: string, shopName: string): Letter {
  const { order } = news;
  return buyerLetter(news, shopName, {
    subject: `Ahora te escribimos aquí: pedido ${order.id}`,
    preview: 'Cambiamos el correo de tu pedido por este.',
    title: 'Ahora te escribimos aquí',
    text: 'cambiamos el correo de tu pedido por este. Desde ahora te avisamos aquí cómo va, y los enlaces que enviamos al correo anterior ya no abren nada.',
    blocks: [orderNumber(order), seeOrder(url)],
    reason: `Recibes este correo porque ${shopName} anotó esta dirección en un pedido. Si no es tuyo, responde este correo y la quitamos.`,
  });
}
