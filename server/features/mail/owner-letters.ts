import type { Order } from '#contract/orders/orders.ts';
import { askedNowOf } from '#contract/payments/deposit.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { shopLetterLabels } from '#domain/delivery/view-labels.ts';
import { describeDestination } from '#domain/delivery/way-texts.ts';
import { providerNames } from '#domain/payments/attempt.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { type Block, button, type Fact, factList, type Letter, note, paragraph } from './letter.ts';
import type { CancelNews, ComplaintNews, PaymentNews, ProofAnswer } from './news.ts';
import {
  deliveryFacts,
  describePins,
  type LetterOrder,
  pictureBlocks,
  pricesBlock,
} from './order-parts.ts';

const TO_SHOP = 'Recibes este correo porque es la dirección de la tienda para pedidos.';
const seeInPanel = (url: string): Block => button('Ver en el panel', url);
const REPLIES_TO_BUYER = note('Al responder este correo le escribes a quien hizo el pedido.');

/** Returns the buyer's words, if any. */
function wordsOf({ deliveryData: { fullName } }: Order, words: string | null): Block[] {
  return factList('Sus palabras', [words && { label: fullName, value: words }]);
}

type NewOrder = LetterOrder & { shopName: string; url: string };

/** Tells the shop about a new order, with all data to call the buyer and to make the pins. */
export function newOrderLetter({ shopName, url, ...parts }: NewOrder): Letter {
  const { order } = parts;
  const { fullName, pricing } = order.deliveryData;
  const pins = describePins(pricing.imagesCount);
  const total = formatPesos(pricing.totalAmount);
  const chat = chatUrl(order, shopName);
  return {
    subject: `Pedido nuevo ${order.id}: ${pins}, ${total}`,
    preview: `${fullName}, ${describeDestination({ ...order, city: order.deliveryData.city })}`,
    title: `Pedido nuevo: ${pins}, ${total}`,
    blocks: [
      ...factList(`Pedido ${order.id}`, [
        { label: 'Fecha', value: formatDateTime(order.createdAt) },
        { label: 'Tipo', value: order.isGuestOrder ? 'Usuario Invitado' : 'Usuario Registrado' },
        ...buyerFacts(order),
      ]),
      seeInPanel(url),
      ...(chat ? [button('Escribir por WhatsApp', chat)] : []),
      ...factList('Entrega', deliveryFacts(shopLetterLabels, order)),
      ...pictureBlocks(parts, { named: true }),
      pricesBlock(parts),
      REPLIES_TO_BUYER,
    ],
    reason: `Recibes este correo porque es la dirección de ${shopName} para pedidos nuevos.`,
  };
}

function buyerFacts({ userEmail, deliveryData: { fullName, phone, email } }: Order): Fact[] {
  const contact = userEmail ?? email;
  const other = email && email !== contact ? email : null;
  return [
    { label: 'Nombre', value: fullName },
    { label: 'Teléfono', value: phone, url: `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    ...(contact ? [{ label: 'Correo', value: contact, url: mailUrl(contact) }] : []),
    ...(other ? [{ label: 'Otro correo', value: other, url: mailUrl(other) }] : []),
  ];
}

function mailUrl(address: string): string {
  return `mailto:${address.replaceAll(/[%?&#]/g, encodeURIComponent)}`;
}

function chatUrl({ id, deliveryData }: Order, shopName: string): string | null {
  const text = `Hola, te escribimos de ${shopName} por tu pedido ${id}.`;
  return whatsappUrl(deliveryData.phone, text);
}

export function receiptReceivedLetter({ order }: { order: Order }, url: string): Letter {
  const { id, deliveryData } = order;
  const total = formatPesos(deliveryData.pricing.totalAmount);
  const asked = formatPesos(askedNowOf(order) || deliveryData.pricing.totalAmount);
  return {
    subject: `Llegó el comprobante del pedido ${id}`,
    preview: `${deliveryData.fullName} envió su comprobante de pago: ${asked}`,
    title: `Comprobante del pedido ${id}`,
    blocks: [
      ...factList('El pedido', [
        { label: 'Nombre', value: deliveryData.fullName },
        { label: 'Total', value: total },
        asked !== total && { label: 'Por pagar', value: asked },
      ]),
      seeInPanel(url),
      note(
        'Un comprobante se puede falsificar: revisa que el dinero esté en tu cuenta antes de marcar el pedido como pagado.',
      ),
    ],
    reason: TO_SHOP,
  };
}

export function proofAnswerLetter(
  { order, isApproved, words }: ProofAnswer,
  shopName: string,
): Letter {
  const { fullName } = order.deliveryData;
  return {
    subject: isApproved
      ? `Prueba aprobada: pedido ${order.id}`
      : `Piden cambios en la prueba: pedido ${order.id}`,
    preview: words ?? fullName,
    title: isApproved ? 'Prueba aprobada' : 'Piden cambios en la prueba',
    blocks: [
      paragraph(
        isApproved
          ? `${fullName} aprobó los pines del pedido ${order.id}: puedes imprimirlos.`
          : `${fullName} pidió cambios en los pines del pedido ${order.id}. Ajusta la imagen en el panel y envía otra prueba.`,
      ),
      ...wordsOf(order, words),
      REPLIES_TO_BUYER,
    ],
    reason: `Recibes este correo porque es la dirección de ${shopName} para sus pedidos.`,
  };
}

/** Tells the shop that a buyer cancelled an order, or requested it. */
export function cancelToldLetter({ order, isDone, reason }: CancelNews, url: string): Letter {
  const { fullName, pricing } = order.deliveryData;
  return {
    subject: isDone ? `Cancelaron el pedido ${order.id}` : `Piden cancelar el pedido ${order.id}`,
    preview: reason ?? fullName,
    title: isDone ? 'Cancelaron un pedido' : 'Piden cancelar un pedido',
    blocks: [
      paragraph(
        isDone
          ? `${fullName} canceló el pedido ${order.id} de ${formatPesos(pricing.totalAmount)}, que estaba sin pagar. No hay nada que hacer.`
          : `${fullName} pide cancelar el pedido ${order.id} de ${formatPesos(pricing.totalAmount)}. Está detenido hasta que contestes en el panel.`,
      ),
      ...wordsOf(order, reason),
      seeInPanel(url),
      REPLIES_TO_BUYER,
    ],
    reason: TO_SHOP,
  };
}

export function changeToldLetter({ order, words }: ComplaintNews, url: string): Letter {
  const { fullName } = order.deliveryData;
  return {
    subject: `Piden un cambio en el pedido ${order.id}`,
    preview: words ?? fullName,
    title: 'Piden un cambio',
    blocks: [
      paragraph(`${fullName} pide un cambio en el pedido ${order.id}. Contéstale en el panel.`),
      ...wordsOf(order, words),
      seeInPanel(url),
      REPLIES_TO_BUYER,
    ],
    reason: TO_SHOP,
  };
}

export function pictureReplacedLetter({ order }: { order: Order }, url: string): Letter {
  const { id, deliveryData } = order;
  return {
    subject: `Llegaron imágenes nuevas: pedido ${id}`,
    preview: `${deliveryData.fullName} cambió sus imágenes`,
    title: `Imágenes nuevas del pedido ${id}`,
    blocks: [
      paragraph(
        `${deliveryData.fullName} cambió imágenes del pedido ${id}. Si había una prueba, quedó anulada: míralas antes de imprimir.`,
      ),
      seeInPanel(url),
    ],
    reason: TO_SHOP,
  };
}

/** Tells the shop about money that no order waits for, or a payment with an unknown result. */
export function paymentToldLetter(
  { payment, why }: { payment: PaymentNews; why: 'late' | 'unknown' },
  url: string,
): Letter {
  const { order_id, provider, amount } = payment;
  const name = providerNames[provider];
  const isLate = why === 'late';
  const title = isLate ? 'Llegó un pago que no se esperaba' : 'No sabemos si se pagó';
  return {
    subject: `${title}: pedido ${order_id}`,
    preview: `${name}, ${formatPesos(amount)}`,
    title,
    blocks: [
      paragraph(
        isLate
          ? `${name} cobró ${formatPesos(amount)} por el pedido ${order_id}, que está cancelado, ya estaba pagado o cambió de total. No lo anotamos como pago del pedido: míralo y devuélvelo en el panel si corresponde.`
          : `${name} no nos dijo si se pagaron los ${formatPesos(amount)} del pedido ${order_id}. Búscalo en tu cuenta de ${name} y anota el pago en el panel si está ahí.`,
      ),
      ...numberOf(payment),
      seeInPanel(url),
    ],
    reason: TO_SHOP,
  };
}

/** Tells the shop about a refund that was not requested in its panel. */
export function refundToldLetter(
  { payment, refund }: { payment: PaymentNews; refund: number },
  url: string,
): Letter {
  const { order_id, provider } = payment;
  const name = providerNames[provider];
  const money = formatPesos(refund);
  return {
    subject: `${name} devolvió un pago: pedido ${order_id}`,
    preview: `${money} que no se devolvieron desde el panel`,
    title: `${name} devolvió un pago`,
    blocks: [
      paragraph(
        `${name} devolvió ${money} del pedido ${order_id} sin que se pidiera en el panel. Lo hizo alguien en tu cuenta de ${name}, o es un contracargo: quien compró desconoció el cobro ante su banco. Si es un contracargo, ${name} te dice en tu cuenta hasta cuándo puedes responder.`,
      ),
      ...numberOf(payment),
      seeInPanel(url),
    ],
    reason: TO_SHOP,
  };
}

/** The payment's id in the provider's list. */
function numberOf({ provider, provider_id: value }: PaymentNews): Block[] {
  const label = `Número en ${providerNames[provider]}`;
  return factList('Para encontrarlo', [value !== null && { label, value }]);
}

export function complaintToldLetter({ order, words }: ComplaintNews, url: string): Letter {
  const { fullName } = order.deliveryData;
  return {
    subject: `Reclamo del pedido ${order.id}`,
    preview: words ?? fullName,
    title: 'Llegó un reclamo',
    blocks: [
      paragraph(
        `${fullName} cuenta que algo salió mal con el pedido ${order.id}. En el panel ves los pines y la foto: ahí los haces de nuevo, anotas una devolución o contestas.`,
      ),
      ...wordsOf(order, words),
      seeInPanel(url),
      REPLIES_TO_BUYER,
    ],
    reason: TO_SHOP,
  };
}

/** Tells the owner what began to be wrong with the shop, and what is over. */
export function healthLetter(
  { wrong, over }: { wrong: readonly Fact[]; over: readonly Fact[] },
  url: string,
): Letter {
  const names = (facts: readonly Fact[]) => facts.map(({ label }) => label).join(', ');
  const title =
    wrong.length > 0 ? `Algo anda mal: ${names(wrong)}` : `Ya está bien: ${names(over)}`;
  return {
    subject: title,
    preview: [...wrong, ...over].map(({ value }) => value).join('. '),
    title,
    blocks: [
      ...factList('Anda mal', wrong),
      ...factList('Ya está bien', over),
      button('Ver «Salud» en el panel', url),
    ],
    reason:
      'Recibes este correo porque administras la tienda: avisa una vez cuando algo empieza a andar mal, y una vez cuando se arregla.',
  };
}
