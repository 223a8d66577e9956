import type { NamedWay, PickupPlace } from './ways.ts';

/** What of an order says how it gets to its buyer. */
type OnItsWay = {
  deliveryData: Pick<NamedWay, 'way' | 'courier' | 'branch'>;
  pickup?: PickupPlace | undefined;
};

export function isPickedUp({ deliveryData }: OnItsWay): boolean {
  return deliveryData.way === 'pickup';
}

export function goesToOffice({ deliveryData }: OnItsWay): boolean {
  return deliveryData.way === 'branch';
}

/** @returns such as `Starken (Centro)`; null where neither courier nor office is known */
export function officeName({ deliveryData: { courier, branch } }: OnItsWay): string | null {
  if (!courier || !branch) return courier || branch || null;
  return `${courier} (${branch})`;
}

/** @returns such as `la oficina de Starken (Centro)` */
export function describeOffice(order: OnItsWay): string {
  return `la oficina de ${officeName(order) ?? 'un courier'}`;
}

/** @returns such as ` en Arauco 5, 10 a 18 h`; empty where nothing is said of it */
export function atPickup({ pickup }: OnItsWay): string {
  const said = [pickup?.place, pickup?.hours].filter(Boolean).join(', ');
  return said && ` en ${said}`;
}

/** @returns such as `llega el 1 de diciembre`, by its way; `days` as `describeArrival` says them */
export function describeReceiving(order: OnItsWay, days: string): string {
  if (isPickedUp(order)) return `puedes retirarlo ${days}${atPickup(order)}`;
  return goesToOffice(order) ? `llega a ${describeOffice(order)} ${days}` : `llega ${days}`;
}
