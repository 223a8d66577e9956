import type { BuyerOrder } from '#contract/orders/orders.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { providerNames } from '#domain/payments/attempt.ts';
import { refundDays, refundPlace } from '#domain/payments/payment-labels.ts';
import type { RefundWay } from '#domain/payments/refunds.ts';
import {
  buyerLetter,
  moneyBack,
  orderNumber,
  parcelFacts,
  placeFacts,
  QUESTIONS,
  seeOrder,
  told,
} from './buyer-parts.ts';
import { type Fact, factList, type Letter, note } from './letter.ts';
import type { BuyerNews, CancelNews, ComplaintNews, PaymentNews, RefundNews } from './news.ts';

/** Tells the buyer that the shop received the request to cancel, and how the refund works. */
export function cancelRequestedLetter(news: CancelNews, url: string, shopName: string): Letter {
  const { order, refundBy } = news;
  return buyerLetter(news, shopName, {
    subject: `Pediste cancelar tu pedido ${order.id}`,
    preview: 'Detuvimos tu pedido y te contestamos pronto.',
    title: 'Pediste cancelar tu pedido',
    text: 'recibimos tu solicitud y detuvimos tu pedido. La revisamos y te contestamos por correo.',
    blocks: [
      orderNumber(order),
      ...(refundBy ? [moneyBack(news, refundBy)] : []),
      seeOrder(url),
      note('Si no fuiste tú, responde este correo y seguimos con tu pedido.'),
    ],
  });
}

export function cancelDeclinedLetter(news: CancelNews, url: string, shopName: string): Letter {
  const { order, reason } = news;
  return buyerLetter(news, shopName, {
    subject: `Tu pedido ${order.id} sigue en curso`,
    preview: reason ?? 'No pudimos cancelarlo.',
    title: 'Tu pedido sigue en curso',
    text: 'pediste cancelar tu pedido, pero no pudimos hacerlo y seguimos con él.',
    blocks: [
      orderNumber(order),
      ...factList('Por qué', [reason && { label: 'Motivo', value: reason }]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

type Refunded = BuyerNews & {
  payment: PaymentNews;
  /** Pesos of this refund. */
  refund: number;
};

/** Tells the buyer about a refund of an online payment, whoever requested it. */
export function paymentRefundedLetter(news: Refunded, url: string, shopName: string): Letter {
  const { order, payment, refund } = news;
  const name = providerNames[payment.provider];
  const money = formatPesos(refund);
  return buyerLetter(news, shopName, {
    subject: `Devolución de tu pedido ${order.id}`,
    preview: `${money}, por ${name}.`,
    title: 'Tu devolución va en camino',
    text: `se devolvieron ${money} de lo que pagaste con ${name}. El dinero vuelve ${refundPlace(payment)}. ${refundDays(payment)}`,
    blocks: [
      ...factList('Devolución', [
        { label: 'Pedido', value: order.id },
        { label: 'Pagaste', value: formatPesos(payment.amount) },
        { label: 'Se devuelve', value: money },
      ]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

const doneBy: Readonly<Record<RefundWay, string>> = {
  online: ' al mismo medio con que pagaste',
  transfer: ' por transferencia',
  cash: ' en efectivo',
  other: '',
};

/** Tells the buyer about money that the owner gave back. */
export function refundNotedLetter(news: RefundNews, url: string, shopName: string): Letter {
  const { order, amount, how } = news;
  const money = formatPesos(amount);
  return buyerLetter(news, shopName, {
    subject: `Devolución de tu pedido ${order.id}`,
    preview: `Te devolvimos ${money}.`,
    title: 'Te devolvimos dinero',
    text: `te devolvimos ${money}${doneBy[how]}, de lo que pagaste por tu pedido.`,
    blocks: [
      ...factList('Devolución', [
        { label: 'Pedido', value: order.id },
        { label: 'Se devolvió', value: money },
      ]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

export type ComplaintMail =
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

/** Tells the buyer about a complaint or a reprint. */
export function complaintLetter(
  kind: ComplaintMail,
  news: ComplaintNews,
  url: string,
  shopName: string,
): Letter {
  const { order, words, refund, promise } = news;
  const { title, text } = complaintTexts(kind, order);
  return buyerLetter(news, shopName, {
    subject: `${title}: pedido ${order.id}`,
    preview: `Sobre tu pedido ${order.id}.`,
    title,
    text,
    blocks: [
      orderNumber(order),
      ...factList('Cómo va', [
        // The buyer's own words are not mailed: the address may be unverified.
        kind === 'complaint_answered' && words && { label: 'Respuesta', value: words },
        refund && {
          label: 'Devolución anotada',
          value: `${formatPesos(refund.amount)}, el ${formatDay(refund.on)}`,
        },
        promise && {
          label: 'Te devolvemos',
          value: `${formatPesos(promise.amount)}, a más tardar el ${formatDay(promise.by)}`,
        },
        ...(kind === 'reprint_sent' ? reprintFacts(told(news)) : []),
      ]),
      seeOrder(url),
      QUESTIONS,
    ],
  });
}

/** Where it is picked up, or its courier. */
function reprintFacts(order: BuyerOrder): Fact[] {
  const parcel = order.reprint?.parcel;
  return [...placeFacts(order), ...(parcel && !isPickedUp(order) ? parcelFacts(parcel) : [])];
}
