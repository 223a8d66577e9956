import type { NeededPins, WorkshopOrder } from '#contract/production/workshop.ts';
import { DAY_MS, formatShortDay } from '#domain/base/dates.ts';
import { lateUntil } from '#domain/delivery/business-days.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { pinName } from '#domain/pins/choice.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

/** The payment method of an order that is marked as paid by one click. */
export const USUAL_PAYMENT = 'Transferencia';

/** Returns such as `1 pedido` and `3 pedidos`. */
export function countOrders(count: number): string {
  return count === 1 ? '1 pedido' : `${count} pedidos`;
}

/** Returns such as `1 pin` and `12 pines`. */
export function describePins(count: number): string {
  return count === 1 ? '1 pin' : `${count.toLocaleString('es-CL')} pines`;
}

/** Returns the pins that an order needs, such as `12 × 32 mm con imán`. */
export function describeNeed({ quantity, ...pin }: NeededPins): string {
  return `${quantity} × ${pinName(pin) ?? pin.product.name}`;
}

type Leaving = Pick<WorkshopOrder, 'reprint' | 'deliveryData' | 'isUnreachable'>;

/** Returns what happens to orders that leave, and which buyers are mailed. */
export function describeLeaving(orders: readonly Leaving[]): string {
  const status = orders.length === 1 ? 'El pedido queda' : 'Los pedidos quedan';
  const pickedUp = orders.filter(isPickedUp);
  const handed = pickedUp.length === 1 ? 'queda como entregado' : 'quedan como entregados';
  const silent = orders.filter(({ isUnreachable }) => isUnreachable).length;
  return [
    !orders.every(({ reprint }) => reprint) && `${status} en Completado.`,
    silent < orders.length && 'Le avisamos por correo a quien compró.',
    silent > 0 &&
      `${orders.length === 1 ? 'No tiene correo' : `${countOrders(silent)} sin correo`}: avísale tú.`,
    pickedUp.length > 0 && `${countOrders(pickedUp.length)} de retiro: ${handed}, sin courier.`,
    // Its buyer was mailed when it was ready.
    pickedUp.some(({ reprint }) => reprint) &&
      'A quien retira una reimpresión no le avisamos otra vez.',
  ]
    .filter(Boolean)
    .join(' ');
}

type Due = Pick<WorkshopOrder, 'dueOn' | 'leaveBy' | 'deliveryData'>;

/** Returns the state of a promise; days such as `2026-03-09`, `dueOn` null until paid. */
export function describeDue(order: Due, today: string): { tone: BadgeTone; text: string } {
  const { dueOn, leaveBy, deliveryData: { neededBy } = {} } = order;
  const isOverdue = dueOn !== null && dueOn < today;
  if (neededBy && leaveBy && !isOverdue) {
    const isLate = leaveBy <= lateUntil(today);
    if (isLate) return { tone: 'bad', text: `Atrasado: es para el ${formatShortDay(neededBy)}` };
    if (dueOn === null || leaveBy < dueOn)
      return { tone: 'wait', text: `Es para el ${formatShortDay(neededBy)}` };
  }
  if (dueOn === null) return { tone: 'quiet', text: 'Sin pago' };
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS);
  if (days < 0)
    return { tone: 'bad', text: days === -1 ? 'Atrasado 1 día' : `Atrasado ${-days} días` };
  if (days === 0) return { tone: 'wait', text: 'Vence hoy' };
  if (days === 1) return { tone: 'wait', text: 'Vence mañana' };
  return { tone: 'quiet', text: `Vence el ${formatShortDay(dueOn)}` };
}

export const proofBadges: Readonly<Record<ProofState, { tone: BadgeTone; text: string }>> = {
  open: { tone: 'wait', text: 'Prueba enviada' },
  changes: { tone: 'bad', text: 'Piden cambios' },
  approved: { tone: 'good', text: 'Prueba aprobada' },
  void: { tone: 'bad', text: 'Prueba anulada' },
  replaced: { tone: 'quiet', text: 'Prueba reemplazada' },
};
