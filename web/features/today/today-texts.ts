import type { TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { formatPesos } from '#domain/base/money.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import {
  type Act,
  actTexts,
  asksToCancel,
  isIncomplete,
  isPayment,
  STAGES,
  sendsParcel,
  waitsForPicture,
} from '#domain/orders/order-stage.ts';
import { MAX_PAYERS, PAYER_LIMITS, type Payers } from '#domain/payments/payers.ts';
import { refundReasonLabels } from '#domain/payments/refunds.ts';
import { UNREACHABLE } from '#web/features/payments/refund-texts.ts';

/** The groups in the order shown; `chat`: the label of the link, by default 'Escribirle'. */
export const GROUPS: readonly { name: TodayGroup; title: string; hint: string; chat?: string }[] = [
  { name: 'cancelRequests', title: 'Piden cancelar', hint: 'Están detenidos hasta que contestes' },
  {
    name: 'changes',
    title: 'Piden un cambio',
    hint: 'Quien compró quiere cambiar su pedido: cámbialo y contéstale',
  },
  {
    name: 'complaints',
    title: 'Algo salió mal',
    hint: 'Quien compró reclamó, o haces pines de nuevo',
  },
  {
    name: 'refunds',
    title: 'Devoluciones',
    hint: 'Dinero prometido a quien compró: devuélvelo, o anota que ya lo hiciste',
  },
  {
    name: 'late',
    title: 'Atrasados',
    hint: 'Debían salir antes de hoy',
    chat: 'Avisar del atraso',
  },
  { name: 'due', title: 'Salen hoy', hint: 'Su plazo vence hoy' },
  {
    name: 'receipts',
    title: 'Comprobantes por revisar',
    hint: 'Mira que la transferencia llegó y acepta el pago',
    chat: 'Avisar que lo viste',
  },
  {
    name: 'answers',
    title: 'Respuestas a pruebas',
    hint: 'Quien compró pidió cambios o envió otra imagen, o aprobó y falta imprimir',
  },
  {
    name: 'incomplete',
    title: 'Faltan sus imágenes',
    hint: 'Los creaste tú: quien compra las agrega con su enlace',
    chat: 'Pedir las imágenes',
  },
  {
    name: 'unpaid',
    title: 'Sin pagar',
    hint: 'Del monto más alto al más bajo',
    chat: 'Recordar el pago',
  },
];

/** The next action for an order: an act of the board, a proof, or opening the order. */
export type Next =
  | { kind: 'act'; act: Act; label: string }
  | { kind: 'parcel'; label: string }
  | { kind: 'receipt'; label: string }
  | { kind: 'proof'; label: string }
  | { kind: 'look'; label: string };

/** Returns the next action for an order in a group. */
export function nextOf(order: TodayOrder, group?: TodayGroup): Next {
  if (group === 'changes') return { kind: 'look', label: 'Ver el cambio' };
  if (group === 'refunds') return { kind: 'look', label: 'Ver la devolución' };
  if (group === 'receipts') return { kind: 'receipt', label: 'Ver comprobante' };
  const { waitsFor, proof, hasNewPicture } = order;
  if (group === 'unpaid' && waitsFor === null) {
    return { kind: 'act', act: 'paid', label: 'Marcar pagado' };
  }
  if (waitsFor === null) return { kind: 'look', label: 'Ver el reclamo' };
  if (asksToCancel(waitsFor)) return { kind: 'look', label: 'Contestar' };
  if (isIncomplete(waitsFor)) return { kind: 'look', label: 'Ver el pedido' };
  if (hasNewPicture) return { kind: 'look', label: 'Ver la imagen nueva' };
  if (waitsForPicture(waitsFor)) return { kind: 'look', label: 'Ver el pedido' };
  if (proof?.state === 'changes') return { kind: 'look', label: 'Ver los cambios' };
  const { act } = STAGES[waitsFor];
  if (act === null) {
    return { kind: 'proof', label: proof ? 'Enviar otra prueba' : 'Enviar prueba' };
  }
  const how = { isPickedUp: isPickedUp(order) };
  const label = `Marcar ${actTexts(act, how).label.toLowerCase()}`;
  if (sendsParcel(act, how)) return { kind: 'parcel', label };
  if (isPayment(act) && order.isDeposit) return { kind: 'act', act, label: 'Marcar abonado' };
  return { kind: 'act', act, label };
}

/** Returns such as `hoy`, `hace 1 día` and `hace 12 días`. */
export function describeAge(days: number): string {
  if (days <= 0) return 'hoy';
  return days === 1 ? 'hace 1 día' : `hace ${days} días`;
}

/** Returns such as `Personas distintas que te han pagado: 12 este mes y 40 este semestre`. */
export function describePayers({ month, semester }: Payers): string {
  return `Personas distintas que te han pagado: ${count(month)} este mes y ${count(semester)} este semestre`;
}

export const PAYER_RULE = `Los bancos informan al SII las cuentas que reciben abonos de más de ${PAYER_LIMITS.month} personas distintas en un mes, o de ${PAYER_LIMITS.semester} en un semestre (Ley 21.713)`;

function count(payers: number): string {
  return payers >= MAX_PAYERS ? '1.000 o más' : String(payers);
}

/** Returns what can still be done with a refund whose buyer cannot be reached; null: can be. */
export function describeUnreachable({ phone, email }: Pick<TodayOrder, 'phone' | 'email'>) {
  return phone === '' && email === null ? UNREACHABLE : null;
}

/** Returns why money goes back, with the amount of each cause if there are several. */
export function describeCauses(refunds: NonNullable<TodayOrder['refunds']>): string {
  const [only, ...others] = refunds.map(({ reason }) => refundReasonLabels[reason]);
  if (only !== undefined && others.length === 0) return only;
  return refunds
    .map(({ reason, amount }) => `${refundReasonLabels[reason]} ${formatPesos(amount)}`)
    .join(' · ');
}
