import type { Order } from '#contract/orders.ts';
import { formatPesos } from '#domain/money.ts';
import type { Letter } from '../letter.ts';

/** Tells the shop that a buyer sent a proof of transfer. */
export function receiptReceivedLetter({ id, deliveryData }: Order, url: string): Letter {
  const total = formatPesos(deliveryData.pricing.totalAmount);
  return {
    subject: `Llegó el comprobante del pedido ${id}`,
    preview: `${deliveryData.fullName} envió su comprobante de pago: ${total}`,
    title: `Comprobante del pedido ${id}`,
    blocks: [
      {
        kind: 'facts',
        title: 'El pedido',
        facts: [
          { label: 'Nombre', value: deliveryData.fullName },
          { label: 'Total', value: total },
        ],
      },
      { kind: 'button', label: 'Ver en el panel', url },
      {
        kind: 'note',
        text: 'Un comprobante se puede falsificar: revisa que el dinero esté en tu cuenta antes de marcar el pedido como pagado.',
      },
    ],
    reason: 'Recibes este correo porque es la dirección de la tienda para pedidos.',
  };
}
