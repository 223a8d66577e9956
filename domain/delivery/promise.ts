import { addDays, formatDay, formatDayAndMonth } from '#domain/base/dates.ts';

/** Days on which the shop is closed, both included, such as `2027-02-01`. */
export type Closure = { readonly from: string; readonly to: string; readonly reason: string };

/** Business days from payment to delivery. */
export type DeliveryPromise = {
  readonly minDays: number;
  readonly maxDays: number;
  /** Closed days do not count. */
  readonly closures: Closure[];
  /** Additional business days for transport to the region; they do not delay the dispatch. */
  readonly transportDays?: number;
};

/** A region (its code) with additional business days for transport. */
export type RegionDays = { readonly region: string; readonly days: number };

/** The promise, and the regions with longer transport. */
export type DeliveryTerms = Omit<DeliveryPromise, 'transportDays'> & {
  readonly regionDays: RegionDays[];
};

export const DEFAULT_PROMISE: DeliveryTerms = {
  minDays: 5,
  maxDays: 7,
  closures: [],
  regionDays: [],
};

type Destination = { way?: string | undefined; region?: string | null | undefined };

/** Returns the additional business days of transport; 0 for an order that is picked up. */
export function transportDaysTo(
  { way, region }: Destination,
  regionDays: readonly RegionDays[],
): number {
  if (way === 'pickup') return 0;
  return regionDays.find((each) => each.region === region)?.days ?? 0;
}

/** Returns the promise for a parcel to a destination. */
export function promiseTo(
  to: Destination,
  { regionDays, ...promise }: DeliveryTerms,
): DeliveryPromise {
  return { ...promise, transportDays: transportDaysTo(to, regionDays) };
}

type Days = Pick<DeliveryPromise, 'minDays' | 'maxDays' | 'transportDays'>;

/** Returns the business days from payment to delivery, transport included. */
export function daysToDoor({ minDays, maxDays, transportDays = 0 }: Days) {
  return { minDays: minDays + transportDays, maxDays: maxDays + transportDays };
}

/** Returns such as `5-7`, or `5`. */
export function shortDays(promise: Days): string {
  const { minDays, maxDays } = daysToDoor(promise);
  return minDays === maxDays ? String(minDays) : `${minDays}-${maxDays}`;
}

/** Returns such as `5 a 7 días hábiles`. */
export function describeDays(promise: Days): string {
  const { minDays, maxDays } = daysToDoor(promise);
  const days = minDays === maxDays ? String(minDays) : `${minDays} a ${maxDays}`;
  return `${days} ${maxDays === 1 ? 'día hábil' : 'días hábiles'}`;
}

/** Returns such as `entre el 1 de diciembre y el 3 de diciembre`, or `el 1 de diciembre`. */
export function describeArrival({ from, to }: { from: string; to: string }): string {
  const first = `el ${formatDayAndMonth(from)}`;
  return from === to ? first : `entre ${first} y el ${formatDayAndMonth(to)}`;
}

const AHEAD_DAYS = 30;

/** Returns the closures that can affect an order placed on this day, the next one first. */
export function closuresAhead({ closures }: DeliveryPromise, today: string): Closure[] {
  const horizon = addDays(today, AHEAD_DAYS);
  return closures
    .filter(({ from, to }) => to >= today && from <= horizon)
    .sort((a, b) => a.from.localeCompare(b.from));
}

/** Returns such as `Vacaciones del 1/2/2027 al 15/2/2027: esos días no cuentan para la entrega.` */
export function describeClosure({ from, to, reason }: Closure): string {
  const days = from === to ? `el ${formatDay(from)}` : `del ${formatDay(from)} al ${formatDay(to)}`;
  return `${reason || 'Cerramos'} ${days}: ${from === to ? 'ese día no cuenta' : 'esos días no cuentan'} para la entrega.`;
}
