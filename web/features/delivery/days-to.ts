import type { PublicConfig } from '#contract/home/config.ts';
import {
  type DeliveryPromise,
  describeArrival,
  describeDays,
  promiseTo,
  shortDays,
} from '#domain/delivery/promise.ts';

export type Destination = { way?: string | undefined; region?: string | null | undefined };
type Known = Pick<PublicConfig, 'delivery' | 'arrivals' | 'shown'>;

export type DaysTo = {
  promise: DeliveryPromise;
  /** Such as `5 a 7 días hábiles`, and `5-7`. */
  within: string;
  short: string;
  /** The arrival if paid today, such as `el 1 de diciembre`. */
  arrival: string;
  /** Whether transport takes longer there. */
  isFar: boolean;
};

/** Returns how long an order takes to a destination, in the texts of the page. */
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
