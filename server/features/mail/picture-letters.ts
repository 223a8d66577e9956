import { namePictures } from '#domain/aftersales/complaints.ts';
import { formatDate, formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { totalName } from '#domain/delivery/way-texts.ts';
import { buyerLetter, orderNumber, QUESTIONS, seeOrder } from './buyer-parts.ts';
import { type Block, button, factList, type Letter, note } from './letter.ts';
import type { BuyerNews, ProofNews } from './news.ts';
import { describePins, pictureBlocks, quantityBlocks } from './order-parts.ts';

type AskedPictures = BuyerNews & {
  /** From 1. */
  items: readonly number[];
  /** The shop's message; null: the buyer requested the link. */
  words: string | null;
  /** When the link stops working; milliseconds since 1970. */
  expiresAt: number;
};

/** Asks the buyer for other pictures, or sends the link that the buyer requested. */
export function pictureRequestLetter(asked: AskedPictures, url: string, shopName: string): Letter {
  const { order, items, words, expiresAt } = asked;
  return buyerLetter(asked, shopName, {
    subject: words
      ? `Necesitamos otra imagen para tu pedido ${order.id}`
      : `Cambia las imágenes de tu pedido ${order.id}`,
    preview: words ?? 'El enlace es solo para ti.',
    title: words ? 'Necesitamos otra imagen' : 'Cambia tus imágenes',
    text: words
      ? `para que tu pedido en ${shopName} quede bien necesitamos otra versión de ${namePictures(items)}.`
      : `con este enlace puedes cambiar las imágenes de tu pedido en ${shopName}, hasta que las imprimamos.`,
    blocks: [
      ...factList('Por qué', [words && { label: 'Mensaje', value: words }]),
      button(words ? 'Enviar otra imagen' : 'Cambiar imágenes', url),
      orderNumber(order),
      note(
        `No necesitas una cuenta. El enlace sirve hasta el ${formatDate(expiresAt)} y es solo para ti: quien lo tenga puede cambiar tus imágenes.`,
      ),
    ],
  });
}

/** Sends the link for adding pictures to the buyer of an order that the shop opened. */
export function picturesWantedLetter(news: BuyerNews, url: string, shopName: string): Letter {
  const { order } = news;
  const { totalAmount } = order.deliveryData.pricing;
  return buyerLetter(news, shopName, {
    subject: `Agrega las imágenes de tu pedido ${order.id}`,
    preview: 'Elige tus imágenes y cuántos pines quieres de cada una.',
    title: 'Faltan tus imágenes',
    text: `abrimos tu pedido en ${shopName}. Elige tus imágenes y cuántos pines quieres de cada una, y empezamos.`,
    blocks: [
      button('Agregar mis imágenes', url),
      orderNumber(order),
      ...factList('Lo acordado', [
        totalAmount > 0 && {
          label: totalName(order.deliveryData),
          value: formatPesos(totalAmount),
        },
      ]),
      note(
        'No necesitas una cuenta. El enlace es solo para ti: quien lo tenga puede agregar las imágenes.',
      ),
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección. Si no fuiste tú, responde este correo y lo anulamos.`,
  });
}

/** Sends the link that accepts a quote. */
export function quoteLetter(news: BuyerNews, url: string, shopName: string): Letter {
  const { quote, deliveryData } = news.order;
  const { imagesCount, totalAmount } = deliveryData.pricing;
  const until = formatDay(quote?.validUntil ?? '');
  return buyerLetter(news, shopName, {
    subject: `Tu cotización de ${shopName}`,
    preview: `${formatPesos(totalAmount)}, hasta el ${until}.`,
    title: 'Tu cotización',
    text: `aquí está tu cotización de ${shopName}. Si te parece bien, acéptala y empezamos.`,
    blocks: [
      button('Ver y aceptar la cotización', url),
      ...factList('Lo cotizado', [
        imagesCount > 0 && { label: 'Pines', value: String(imagesCount) },
        { label: 'Total', value: formatPesos(totalAmount) },
        { label: 'Vale hasta', value: until },
      ]),
      note(
        'No necesitas una cuenta. El enlace es solo para ti: quien lo tenga puede aceptar la cotización.',
      ),
      QUESTIONS,
    ],
    reason: askedForQuote(shopName),
  });
}

/** Tells that a quote can no longer be accepted. @param reason the shop's */
export function quoteWithdrawnLetter(
  { reason, ...news }: BuyerNews & { reason: string | null },
  url: string,
  shopName: string,
): Letter {
  return buyerLetter(news, shopName, {
    subject: `Tu cotización de ${shopName} ya no vale`,
    preview: reason ?? 'La retiramos.',
    title: 'Retiramos tu cotización',
    text: 'la cotización que te enviamos ya no se puede aceptar. Si todavía te interesa, responde este correo y te hacemos otra.',
    blocks: [
      ...factList('Por qué', [reason && { label: 'Motivo', value: reason }]),
      button('Ver la cotización', url),
      QUESTIONS,
    ],
    reason: askedForQuote(shopName),
  });
}

function askedForQuote(shopName: string): string {
  return `Recibes este correo porque pediste una cotización a ${shopName} con esta dirección.`;
}

export function pictureReceivedLetter(news: BuyerNews, url: string, shopName: string): Letter {
  return buyerLetter(news, shopName, {
    subject: `Recibimos tus imágenes nuevas: pedido ${news.order.id}`,
    preview: 'Tu pedido sigue su camino.',
    title: 'Recibimos tus imágenes nuevas',
    text: 'cambiaron las imágenes de tu pedido. Si no fuiste tú, responde este correo antes de que las imprimamos.',
    blocks: [orderNumber(news.order), seeOrder(url)],
  });
}

export function pictureRestoredLetter(news: BuyerNews, url: string, shopName: string): Letter {
  return buyerLetter(news, shopName, {
    subject: `Volvimos a tu imagen anterior: pedido ${news.order.id}`,
    preview: 'Tu pedido sigue con una imagen que ya tenía.',
    title: 'Volvimos a tu imagen anterior',
    text: 'volvimos a poner una imagen que tu pedido ya tenía. Si querías otra, responde este correo antes de que la imprimamos.',
    blocks: [orderNumber(news.order), seeOrder(url)],
  });
}

type ProofRequest = ProofNews & {
  /** Content ids of the pins' pictures; empty for an unverified address. */
  cids: readonly (string | null)[];
  isReminder: boolean;
};

export function proofLetter(asked: ProofRequest, url: string, shopName: string): Letter {
  const { order, expiresAt, isReminder } = asked;
  const pins = describePins(order.deliveryData.pricing.imagesCount);
  return buyerLetter(asked, shopName, {
    subject: isReminder
      ? `Tu pedido ${order.id} espera tu aprobación`
      : `Revisa tus pines: pedido ${order.id}`,
    preview: `${pins}: apruébalos o pide cambios antes de que los imprimamos.`,
    title: isReminder ? 'Falta tu aprobación' : 'Así quedarán tus pines',
    text: isReminder
      ? `hace unos días te enviamos la prueba de tu pedido en ${shopName} y todavía no sabemos si te gusta.`
      : `preparamos la prueba de tu pedido en ${shopName}. Mírala con calma y dinos si la imprimimos así.`,
    blocks: [
      button('Ver la prueba', url),
      orderNumber(order),
      ...picturesOf(asked),
      note(
        `No necesitas una cuenta. El enlace sirve hasta el ${formatDate(expiresAt)} y es solo para ti: quien lo tenga puede responder.`,
      ),
    ],
  });
}

function picturesOf({ order, cids, isBuyerVerified }: ProofRequest): Block[] {
  // The pictures' notes are not part of the proof.
  const bare = { ...order, items: order.items.map((item) => ({ ...item, notes: null })) };
  return isBuyerVerified
    ? pictureBlocks({ order: bare, cids }, { named: false })
    : quantityBlocks(order);
}
