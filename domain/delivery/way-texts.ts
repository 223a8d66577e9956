import { formatPesos } from '#domain/base/money.ts';
import type { NamedWay, OfferedWays, PickupPlace } from './ways.ts';

/** How an order, or a future one, reaches its buyer. */
export type OnItsWay = {
  /** Left out: home delivery, with shipping paid in the order. */
  deliveryData?: NamedWay | undefined;
  pickup?: PickupPlace | undefined;
};

type ChosenWay = Pick<NamedWay, 'way' | 'payShipping'>;

export function isPickedUp({ deliveryData }: OnItsWay): boolean {
  return deliveryData?.way === 'pickup';
}

export function goesToOffice({ deliveryData }: OnItsWay): boolean {
  return deliveryData?.way === 'branch';
}

/** Returns until when the rest after a deposit is paid: `antes del despacho`. */
export function balanceDeadline(order: OnItsWay): string {
  return isPickedUp(order) ? 'antes de retirarlo' : 'antes del despacho';
}

/** Says what is paid before an order is made, and the `rest` before it leaves; both in pesos. */
export function describeDeposit(deposit: number, rest: number, order: OnItsWay): string {
  return `Con un abono de ${formatPesos(deposit)} empezamos a hacer tu pedido. El saldo de ${formatPesos(rest)} se paga ${balanceDeadline(order)}.`;
}

/** Returns such as `Starken (Centro)`; null when neither courier nor office is known. */
export function officeName({ deliveryData: { courier, branch } = {} }: OnItsWay): string | null {
  if (!courier || !branch) return courier || branch || null;
  return `${courier} (${branch})`;
}

/** Returns such as `la oficina de Starken (Centro)`. */
export function describeOffice(order: OnItsWay): string {
  return `la oficina de ${officeName(order) ?? 'un courier'}`;
}

/** Returns such as ` en Arauco 5, 10 a 18 h`; empty when place and hours are not set. */
export function atPickup({ pickup }: OnItsWay): string {
  const said = [pickup?.place, pickup?.hours].filter(Boolean).join(', ');
  return said && ` en ${said}`;
}

/** Returns such as `llega el 1 de diciembre`, by way of delivery; `days` from `describeArrival`. */
export function describeReceiving(order: OnItsWay, days: string): string {
  if (isPickedUp(order)) return `puedes retirarlo ${days}${atPickup(order)}`;
  return goesToOffice(order) ? `llega a ${describeOffice(order)} ${days}` : `llega ${days}`;
}

/** Returns the name of an order's shipping: `Envío` or `Retiro`. */
export function shippingName({ way }: ChosenWay = {}): string {
  return way === 'pickup' ? 'Retiro' : 'Envío';
}

/** Returns the label of an order's total, such as `Total con envío`. */
export function totalName({ way, payShipping }: ChosenWay = {}): string {
  if (way === 'pickup') return 'Total';
  return payShipping === 'onArrival' ? 'Total sin el envío' : 'Total con envío';
}

/** Returns the same as a phrase after an amount: `con envío`. */
export function describeIncluded(to?: ChosenWay): string {
  const [, ...included] = totalName(to).split(' ');
  return included.join(' ') || 'en total';
}

/** Returns what shop and buyer still have to arrange: `el pago y el envío`. */
export function describeArranged(to?: ChosenWay): string {
  return `el pago y el ${shippingName(to).toLowerCase()}`;
}

/** Returns an order's destination in a list: its city, office and city, or that it is picked up. */
export function describeDestination(order: OnItsWay & { city: string }): string {
  if (isPickedUp(order)) return 'retira en la tienda';
  return [goesToOffice(order) ? officeName(order) : null, order.city].filter(Boolean).join(', ');
}

/** Returns the ways on offer as a sentence; null when there is only home delivery. */
export function describeChoice(ways: OfferedWays | undefined): string | null {
  const choices = [
    'a domicilio',
    ...(ways?.branch ? ['a la oficina de un courier'] : []),
    ...(ways?.pickup ? [`con retiro${atPickup({ pickup: { ...ways.pickup, hours: '' } })}`] : []),
  ];
  const [last] = choices.slice(-1);
  if (choices.length === 1) return null;
  return `A elección: ${choices.slice(0, -1).join(', ')} o ${last}.`;
}

type Days = {
  /** As `describeDays` or `shortDays` return them. */
  within: string;
  /** The arrival if it is paid today, as `describeArrival` returns it. */
  arrival: string;
};

/** @returns such as `Entrega: 5 a 7 días hábiles desde tu pago. Si pagas hoy, llega el 1 de diciembre.` */
export function describePromise(order: OnItsWay, { within, arrival }: Days): string {
  const name = isPickedUp(order) ? 'Retiro' : 'Entrega';
  return `${name}: ${within} desde tu pago. Si pagas hoy, ${describeReceiving(order, arrival)}.`;
}

/** Returns such as `Te llegan en 5-7 días hábiles: si pagas hoy, el 1 de diciembre.` */
export function describeNextDays(
  order: OnItsWay,
  { within, arrival, isFree = false }: Days & { isFree?: boolean },
): string {
  const days = `en ${within} días hábiles: ${isFree ? '' : 'si pagas hoy, '}${arrival}.`;
  if (goesToOffice(order)) return `Llegan a ${describeOffice(order)} ${days}`;
  if (!isPickedUp(order)) return `Te llegan ${days}`;
  const place = atPickup(order);
  return `Estarán listos para retirar ${days}${place && ` Los retiras${place}.`}`;
}
