import type { Order } from '#contract/orders.ts';
import { arrivalOf } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { buyerLetterLabels } from '#domain/delivery-labels.ts';
import { formatPesos } from '#domain/money.ts';
import { paymentLines } from '#domain/payment-details.ts';
import { type DeliveryPromise, describeArrival, describeDays } from '#domain/promise.ts';
import type { Block, Letter } from '../letter.ts';
import { type Agreed, agreedBlocks } from './agreed.ts';
import {
  countPins,
  deliveryFacts,
  greeting,
  type LetterOrder,
  picturesBlock,
  pricesBlock,
  quantitiesBlock,
} from './order-parts.ts';

type Received = LetterOrder & {
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
  const { id, deliveryData } = parts.order;
  const pins = countPins(deliveryData.pricing.imagesCount);
  return {
    subject: `Recibimos tu pedido ${id}`,
    preview: `${pins}, ${formatPesos(deliveryData.pricing.totalAmount)} con envío. Te contactaremos pronto.`,
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
          'Te contactaremos pronto para coordinar el pago y el envío.',
          'Con el pago confirmado, fabricamos tus pines.',
          `Los recibes en tu casa en ${describeDays(delivery)}: si pagas hoy, ${describeArrival(arrivalOf(dayOf(Date.parse(parts.order.createdAt)), delivery))}.`,
        ],
      },
      ...howToPay(parts.order),
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

/** Nothing where the shop has not said how: it writes to the buyer. */
function howToPay({ id, howToPay: details }: Order): Block[] {
  if (!details) return [];
  const facts = [...paymentLines(details), { label: 'Referencia', value: id }];
  return [
    { kind: 'facts', title: 'Cómo pagar', facts },
    ...(details.words ? [{ kind: 'paragraph' as const, text: details.words }] : []),
  ];
}

function wholeOrder(parts: LetterOrder): Block[] {
  const facts = deliveryFacts(buyerLetterLabels, parts.order);
  return [
    picturesBlock(parts, { named: false }),
    pricesBlock(parts.order),
    { kind: 'facts', title: 'Entrega', facts },
  ];
}

function orderInFigures({ order }: LetterOrder): Block[] {
  return [
    quantitiesBlock(order),
    pricesBlock(order),
    {
      kind: 'note',
      text: 'Por tu seguridad este correo no lleva tus imágenes ni tus datos de entrega. El botón «Ver mi pedido» te muestra las imágenes; tu nombre, teléfono y dirección aparecen ahí solo en parte.',
    },
  ];
}
