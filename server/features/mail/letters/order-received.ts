import { type LegalText, nameVersion } from '#domain/legal/document.ts';
import { formatPesos } from '#domain/money.ts';
import type { Block, Letter } from '../letter.ts';
import {
  countPins,
  deliveryFacts,
  type LetterOrder,
  picturesBlock,
  pricesBlock,
} from './order-parts.ts';

/** What the buyer agreed to; its texts where this program still has that version's. */
export type Agreed = { version: string; texts: readonly LegalText[] };

type Received = LetterOrder & { url: string; shopName: string; agreed: Agreed | null };

/**
 * Tells the buyer that the order has arrived, what it holds, what comes next and what was agreed:
 * a whole copy, as Ley 19.496, art. 12 A wants it.
 */
export function orderReceivedLetter({ url, shopName, agreed, ...parts }: Received): Letter {
  const { id, deliveryData } = parts.order;
  const { fullName, phone, pricing } = deliveryData;
  const pins = countPins(pricing.imagesCount);
  return {
    subject: `Recibimos tu pedido ${id}`,
    preview: `${pins}, ${formatPesos(pricing.totalAmount)} con envío. Te contactaremos pronto.`,
    title: '¡Recibimos tu pedido!',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${firstName(fullName)}: gracias por tu pedido de ${pins} en ${shopName}.`,
      },
      { kind: 'highlight', label: 'Tu número de pedido', value: id },
      { kind: 'button', label: 'Ver mi pedido', url },
      {
        kind: 'steps',
        title: '¿Qué sigue?',
        items: [
          'Te contactaremos pronto para coordinar el pago y el envío.',
          'Con el pago confirmado, fabricamos tus pines.',
          'Los recibes en tu casa en 5 a 7 días hábiles.',
        ],
      },
      picturesBlock(parts, { named: false }),
      pricesBlock(parts.order),
      {
        kind: 'facts',
        title: 'Entrega',
        facts: [
          { label: 'Recibe', value: fullName },
          { label: 'Teléfono', value: phone },
          ...deliveryFacts(parts.order),
        ],
      },
      {
        kind: 'note',
        text: '¿Hay algo que corregir? Responde este correo y lo arreglamos antes de fabricar.',
      },
      ...(agreed ? agreedBlocks(agreed) : []),
    ],
    reason: 'Recibes este correo porque hiciste un pedido con esta dirección.',
  };
}

function firstName(fullName: string): string {
  return fullName.split(/\s+/)[0] ?? fullName;
}

function agreedBlocks({ version, texts }: Agreed): Block[] {
  const named = nameVersion(version).toLowerCase();
  const text =
    texts.length > 0
      ? `Abajo va tu copia de las condiciones que aceptaste (${named}). Guarda este correo.`
      : `Tu pedido vale con las condiciones que aceptaste (${named}). Pídenos una copia cuando quieras.`;
  return [{ kind: 'note', text }, ...texts.map((each): Block => ({ kind: 'legal', text: each }))];
}
