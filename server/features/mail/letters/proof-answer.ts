import type { Block, Letter } from '../letter.ts';
import type { ProofAnswer } from '../order-source.ts';

/** Tells the shop what a buyer answered to a proof. */
export function proofAnswerLetter(
  { order, isApproved, words }: ProofAnswer,
  shopName: string,
): Letter {
  const { fullName } = order.deliveryData;
  const said: Block[] = words
    ? [{ kind: 'facts', title: 'Sus palabras', facts: [{ label: fullName, value: words }] }]
    : [];
  return {
    subject: isApproved
      ? `Prueba aprobada: pedido ${order.id}`
      : `Piden cambios en la prueba: pedido ${order.id}`,
    preview: words ?? fullName,
    title: isApproved ? 'Prueba aprobada' : 'Piden cambios en la prueba',
    blocks: [
      {
        kind: 'paragraph',
        text: isApproved
          ? `${fullName} aprobó los pines del pedido ${order.id}: puedes imprimirlos.`
          : `${fullName} pidió cambios en los pines del pedido ${order.id}. Ajusta la imagen en el panel y envía otra prueba.`,
      },
      ...said,
      { kind: 'note', text: 'Al responder este correo le escribes a quien hizo el pedido.' },
    ],
    reason: `Recibes este correo porque es la dirección de ${shopName} para sus pedidos.`,
  };
}
