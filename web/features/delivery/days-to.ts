import type { PublicConfig } from '#contract/config.ts';
import {
  type DeliveryPromise,
  describeArrival,
  describeDays,
  promiseTo,
  shortDays,
} from '#domain/promise.ts';

export type Destination = { way?: string | undefined; region?: string | null | undefined };
type Known = Pick<PublicConfig, 'delivery' | 'arrivals' | 'shown'>;

export type DaysTo = {
  promise: DeliveryPromise;
  /** Such as `5 a 7 días hábiles`, and `5-7`. */
  within: string;
  short: string;
  /** When it is there if it is paid today, such as `el 1 de diciembre`. */
  arrival: string;
  /** Parcels take longer to get there. */
  isFar: boolean;
};

/** Returns how soon an order is at a destination, as the page shows it. */
export function daysTo(to: Destination, { delivery, arrivals = [], shown }: Known): DaysTo {
  const promise = promiseTo(to, { ...delivery, regionDays: arrivals });
  const there = promise.transportDays
    ? arrivals.find(({ region }) => region === to.region)
    : undefined;
  return {
    promise,
    within: describeDays(promise),
    short: shortDays(promise),
    arrival: there ? describeArrival(there) : shown.arrival,
    isFar: there !== undefined,
  };
}
