import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';

/** Returns how an order's proof stands, in a sentence; `now` in milliseconds since 1970. */
export function describeProof(proof: AdminOrderDetail['proof'], now: number): string {
  if (!proof) return 'Nadie ha pedido la aprobación de este pedido.';
  const { state, sentAt, answeredAt, expiresAt, remindedAt } = proof;
  switch (state) {
    case 'approved':
      return `Aprobada el ${formatDateTime(answeredAt)}.`;
    case 'changes':
      return `Piden cambios desde el ${formatDateTime(answeredAt)}: ajusta la imagen y envía otra prueba.`;
    case 'void':
      return 'Anulada: una imagen cambió después. Envía otra prueba.';
    case 'replaced':
      return 'Reemplazada por otra.';
    case 'open':
      if (expiresAt !== null && Date.parse(expiresAt) <= now) {
        return `Enviada el ${formatDateTime(sentAt)}, sin respuesta: el enlace venció el ${formatDate(expiresAt)}.`;
      }
      return `Enviada el ${formatDateTime(sentAt)}, sin respuesta${remindedAt ? `; la recordamos el ${formatDate(remindedAt)}` : ''}. El enlace vence el ${formatDate(expiresAt)}.`;
  }
}
