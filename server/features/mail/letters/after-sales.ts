import type { BuyerOrder } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { providerNames } from '#domain/payment.ts';
import { refundDays, refundPlace } from '#domain/payment-labels.ts';
import { isPickedUp } from '#domain/way-texts.ts';
import type { Fact, Letter } from '#server/features/mail/letter.ts';
import type {
  CancelNews,
  ComplaintNews,
  MailedOrder,
  PaymentNews,
} from '#server/features/mail/order-source.ts';
import { moneyBack, parcelFacts, placeFacts, QUESTIONS, reasonOf, told } from './buyer-parts.ts';
import { greeting } from './order-parts.ts';

/** Tells the buyer that the shop received the request to cancel, and how the refund works. */
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

/** Tells the buyer that the shop declined the request to cancel. */
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

type Refunded = Pick<MailedOrder, 'order' | 'isBuyerVerified'> & {
  payment: PaymentNews;
  /** Pesos of this refund. */
  refund: number;
};

/** Tells the buyer about a refund of an online payment, whoever requested it. */
export function paymentRefundedLetter(news: Refunded, url: string, shopName: string): Letter {
  const { order, payment, refund } = news;
  const name = providerNames[payment.provider];
  const money = formatPesos(refund);
  return {
    subject: `Devolución de tu pedido ${order.id}`,
    preview: `${money}, por ${name}.`,
    title: 'Tu devolución va en camino',
    blocks: [
      {
        kind: 'paragraph',
        text: `${greeting(order, news)}: se devolvieron ${money} de lo que pagaste con ${name}. El dinero vuelve ${refundPlace(payment)}. ${refundDays(payment)}`,
      },
      {
        kind: 'facts',
        title: 'Devolución',
        facts: [
          { label: 'Pedido', value: order.id },
          { label: 'Pagaste', value: formatPesos(payment.amount) },
          { label: 'Se devuelve', value: money },
        ],
      },
      { kind: 'button', label: 'Ver mi pedido', url },
      QUESTIONS,
    ],
    reason: reasonOf(shopName),
  };
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

/** Tells the buyer about a complaint or a reprint. */
export function complaintLetter(
  kind: ComplaintMail,
  news: ComplaintNews,
  url: string,
  shopName: string,
): Letter {
  const { order, words, refund } = news;
  const { title, text } = complaintTexts(kind, order);
  const facts: Fact[] = [
    // The buyer's own words are not mailed: the address may be unverified.
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

/** Where it is picked up, or its courier. */
function reprintFacts(order: BuyerOrder): Fact[] {
  const parcel = order.reprint?.parcel;
  return [...placeFacts(order), ...(parcel && !isPickedUp(order) ? parcelFacts(parcel) : [])];
}
