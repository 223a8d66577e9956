import { formatPesos } from '#domain/money.ts';
import type { Letter } from '../letter.ts';
import {
  countPins,
  deliveryFacts,
  type LetterOrder,
  picturesBlock,
  pricesBlock,
} from './order-parts.ts';

/** Tells the buyer that the order has arrived, what it holds and what comes next. */
export function orderReceivedLetter(parts: LetterOrder, url: string, shopName: string): Letter {
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
    ],
    reason: 'Recibes este correo porque hiciste un pedido con esta dirección.',
  };
}

function firstName(fullName: string): string {
  return fullName.split(/\s+/)[0] ?? fullName;
}
