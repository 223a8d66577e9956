import type { Order } from '#contract/orders/orders.ts';
import type { Refund } from '#contract/payments/refunds.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { isVoid } from '#domain/orders/status.ts';
import { REFUND_DAYS, type RefundWay, refundReasonLabels } from '#domain/payments/refunds.ts';

const doneBy: Readonly<Record<RefundWay, string>> = {
  online: ', al medio con que se pagó',
  transfer: ', por transferencia',
  cash: ', en efectivo',
  other: '',
};

/** What can be done with the refund of a person whose data were erased. */
export const UNREACHABLE =
  'Sus datos se borraron: devuélvelo por donde pagó (si fue en línea, desde el pedido; si transfirió, mira en tu banco desde qué cuenta) y anótalo en «Ver la devolución».';

/** Returns a refund in a sentence for the shop. */
export function describeRefund({ amount, reason, dueOn, doneOn, how }: Refund): string {
  const why = refundReasonLabels[reason].toLowerCase();
  if (doneOn !== null) {
    return `Devolviste ${formatPesos(amount)} el ${formatDay(doneOn)}${how ? doneBy[how] : ''} (${why}).`;
  }
  const by = dueOn === null ? '' : `, a más tardar el ${formatDay(dueOn)}`;
  return `Falta devolver ${formatPesos(amount)}${by} (${why}).`;
}

/** Returns the same for the buyer. */
export function tellRefund({ amount, dueOn, doneOn, how }: Omit<Refund, 'reason'>): string {
  if (doneOn !== null) {
    return `Te devolvimos ${formatPesos(amount)} el ${formatDay(doneOn)}${how ? doneBy[how] : ''}.`;
  }
  const by = dueOn === null ? '' : ` a más tardar el ${formatDay(dueOn)}`;
  return `Te devolvemos ${formatPesos(amount)}${by}.`;
}

/** Returns true if something was paid and all of it went back, for an order that is not free. */
export function isRefunded({
  balance,
  amountDue,
  refunds,
  deliveryData,
}: Paid & Pick<Order, 'refunds' | 'amountDue'>): boolean {
  const { totalAmount } = deliveryData.pricing;
  const isDone = refunds.some(({ doneOn }) => doneOn !== null);
  return isDone && totalAmount > 0 && balance === totalAmount && amountDue === 0;
}

type Paid = Pick<Order, 'balance'> & { deliveryData: { pricing: { totalAmount: number } } };

/** Returns the pesos that came in for an order and have not gone back. */
export function keptOf({ balance, deliveryData: { pricing } }: Paid): number {
  return pricing.totalAmount - balance;
}

/** Returns what is promised to the buyers if these orders are cancelled; null: none is paid. */
export function cancelWarning(orders: readonly (Paid & { status: string })[]): string | null {
  const kept = orders.filter(({ status }) => !isVoid(status)).map(keptOf);
  const paid = kept.filter((amount) => amount > 0);
  if (paid.length === 0) return null;
  const sum = formatPesos(paid.reduce((total, amount) => total + amount, 0));
  const promise = `el correo promete devolver ${sum} en ${REFUND_DAYS} días a más tardar. Queda en «Hoy», en «Devoluciones», hasta que lo devuelvas.`;
  if (orders.length === 1) return `Está pagado: si lo cancelas, ${promise}`;
  const some = paid.length === 1 ? '1 está pagado' : `${paid.length} están pagados`;
  return `De estos pedidos, ${some}: si los cancelas, ${promise}`;
}
