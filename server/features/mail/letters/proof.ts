import { formatDate } from '#domain/dates.ts';
import type { Block, Letter } from '../letter.ts';
import type { ProofNews } from '../order-source.ts';
import { countPins, greeting, picturesBlock, quantitiesBlock } from './order-parts.ts';

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
