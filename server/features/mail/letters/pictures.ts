import type { BuyerOrder } from '#contract/orders.ts';
import { namePictures } from '#domain/complaints.ts';
import { formatDate } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { totalName } from '#domain/way-texts.ts';
import type { Block, Letter } from '#server/features/mail/letter.ts';
import type { MailedOrder, ProofNews } from '#server/features/mail/order-source.ts';
import { reasonOf } from './buyer-parts.ts';
import { countPins, greeting, pictureBlocks, quantityBlocks } from './order-parts.ts';

type AskedPictures = {
  order: BuyerOrder;
  isBuyerVerified: boolean;
  /** From 1. */
  items: readonly number[];
  /** The shop's message; null: the buyer requested the link. */
  words: string | null;
  url: string;
  /** When the link stops working; milliseconds since 1970. */
  expiresAt: number;
  shopName: string;
};

/** Asks the buyer for other pictures, or sends the link that the buyer requested. */
export function pictureRequestLetter(asked: AskedPictures): Letter {
  const { order, items, words, url, expiresAt, shopName } = asked;
  const text = words
    ? `para que tu pedido en ${shopName} quede bien necesitamos otra versión de ${namePictures(items)}.`
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
        ? [
            {
              kind: 'facts' as const,
              title: 'Por qué',
              facts: [{ label: 'Mensaje', value: words }],
            },
          ]
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

/** Sends the link for adding pictures to the buyer of an order that the shop opened. */
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

/** Tells the buyer that the new pictures were received. */
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

type Asked = ProofNews & {
  /** Content ids of the pins' pictures; empty for an unverified address. */
  cids: readonly (string | null)[];
  shopName: string;
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
  // The pictures' notes are not part of the proof.
  const bare = { ...order, items: order.items.map((item) => ({ ...item, notes: null })) };
  return isBuyerVerified
    ? pictureBlocks({ order: bare, cids }, { named: false })
    : quantityBlocks(order);
}
