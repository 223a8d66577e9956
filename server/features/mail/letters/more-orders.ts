import { formatPesos } from '#domain/money.ts';
import type { Letter } from '../letter.ts';
import { type Agreed, agreedBlocks } from './agreed.ts';

type MoreOrders = {
  /** Oldest first; `total` in pesos. */
  orders: readonly { id: string; total: number; url: string }[];
  shopName: string;
  agreed: Agreed | null;
};

/** More would only be scrolled over. */
const LISTED = 20;

/** Tells in one mail of several orders, without a word of whoever placed them. */
export function moreOrdersLetter({ orders, shopName, agreed }: MoreOrders): Letter {
  const count = orders.length === 1 ? '1 pedido más' : `${orders.length} pedidos más`;
  const rest = orders.length - LISTED;
  return {
    subject: `Tienes ${count} en ${shopName}`,
    preview: 'Los juntamos en un solo correo.',
    title: `Tienes ${count}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola: ${orders.length === 1 ? 'llegó' : 'llegaron'} ${count} con tu correo en poco tiempo y ${orders.length === 1 ? 'te avisamos' : 'los juntamos'} aquí para no llenarte la bandeja. Te contactaremos pronto para coordinar el pago y el envío.`,
      },
      {
        kind: 'facts',
        title: orders.length === 1 ? 'Tu pedido' : 'Tus pedidos',
        facts: orders.slice(0, LISTED).map(({ id, total, url }) => ({
          label: id,
          value: `Ver pedido: ${formatPesos(total)}`,
          url,
        })),
      },
      ...(rest > 0
        ? [
            {
              kind: 'note' as const,
              text: rest === 1 ? 'Y 1 pedido más.' : `Y ${rest} pedidos más.`,
            },
          ]
        : []),
      ...(agreed ? agreedBlocks(agreed) : []),
    ],
    reason:
      'Recibes este correo porque alguien hizo pedidos con esta dirección. Si no fuiste tú, responde este correo y los anulamos.',
  };
}
