import { addDays, formatDay, formatDayAndMonth } from './dates.ts';

/** Days on which the shop is closed, both included, such as `2027-02-01`. */
export type Closure = { readonly from: string; readonly to: string; readonly reason: string };

/** How soon an order is at the door, counted in business days from its payment. */
export type DeliveryPromise = {
  readonly minDays: number;
  readonly maxDays: number;
  /** Closed days do not count. */
  readonly closures: Closure[];
};

export const DEFAULT_PROMISE: DeliveryPromise = { minDays: 5, maxDays: 7, closures: [] };

/** @returns such as `5-7`, or `5` */
export function shortDays({ minDays, maxDays }: Pick<DeliveryPromise, 'minDays' | 'maxDays'>) {
  return minDays === maxDays ? String(minDays) : `${minDays}-${maxDays}`;
}

/** @returns such as `5 a 7 días hábiles` */
export function describeDays({ minDays, maxDays }: Pick<DeliveryPromise, 'minDays' | 'maxDays'>) {
  const days = minDays === maxDays ? String(minDays) : `${minDays} a ${maxDays}`;
  return `${days} ${maxDays === 1 ? 'día hábil' : 'días hábiles'}`;
}

/** @returns such as `entre el 1 de diciembre y el 3 de diciembre`, or `el 1 de diciembre` */
export function describeArrival({ from, to }: { from: string; to: string }): string {
  const first = `el ${formatDayAndMonth(from)}`;
  return from === to ? first : `entre ${first} y el ${formatDayAndMonth(to)}`;
}

const AHEAD_DAYS = 30;

/** @returns the closures that a buyer of this day has to reckon with, the next first */
export function closuresAhead({ closures }: DeliveryPromise, today: string): Closure[] {
  const horizon = addDays(today, AHEAD_DAYS);
  return closures
    .filter(({ from, to }) => to >= today && from <= horizon)
    .sort((a, b) => a.from.localeCompare(b.from));
}

/** @returns such as `Vacaciones del 1/2/2027 al 15/2/2027: esos días no cuentan para la entrega.` */
export function describeClosure({ from, to, reason }: Closure): string {
  const days = from === to ? `el ${formatDay(from)}` : `del ${formatDay(from)} al ${formatDay(to)}`;
  return `${reason || 'Cerramos'} ${days}: ${from === to ? 'ese día no cuenta' : 'esos días no cuentan'} para la entrega.`;
}
