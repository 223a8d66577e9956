import type { Courier } from '#domain/production/couriers.ts';

/** How an order reaches its buyer: home delivery, a courier's office, or pick-up at the shop. */
export const WAYS = ['home', 'branch', 'pickup'] as const;
export type Way = (typeof WAYS)[number];

/** When the buyer pays for the shipping: with the order, or to the courier. */
export const SHIPPING_PAYMENTS = ['now', 'onArrival'] as const;
export type ShippingPayment = (typeof SHIPPING_PAYMENTS)[number];

/** The way of one parcel; `courier` and `branch` name its courier office, else null. */
export type WayChoice = {
  way: Way;
  courier: string | null;
  branch: string | null;
  payShipping: ShippingPayment;
};

export const TO_THE_DOOR: WayChoice = {
  way: 'home',
  courier: null,
  branch: null,
  payShipping: 'now',
};

type Branch = { courier: string; branch: string };

/** The same in API responses; omitted fields are those of `TO_THE_DOOR`. */
export type NamedWay = { [Part in keyof WayChoice]?: WayChoice[Part] | undefined };

/** Returns a way as responses contain it: empty for the default one. */
export function nameWay(choice: WayChoice): NamedWay {
  const { way, courier, branch, payShipping } = choice;
  const isUsual = way === 'home' && payShipping === 'now' && courier === null && branch === null;
  return isUsual ? {} : { way, courier, branch, payShipping };
}

/** Only home delivery. */
export const NO_FURTHER_WAYS = {
  branch: false,
  branchPrice: 0,
  /** Offices to choose from; for a courier without any the buyer types the name. */
  branches: [] as Branch[],
  pickup: false,
  pickupPrice: 0,
  pickupPlace: '',
  pickupHours: '',
  payOnArrival: false,
};
/** Settings of the ways other than home delivery; prices in pesos. */
export type WaySettings = typeof NO_FURTHER_WAYS;

/** Where and when buyers pick up. */
export type PickupPlace = { place: string; hours: string };

/** The choices that buyers have besides home delivery. */
export type OfferedWays = {
  branch?: { price: number; couriers: string[]; branches: Branch[] } | undefined;
  pickup?: ({ price: number } & PickupPlace) | undefined;
  payOnArrival: boolean;
};

type WayGroups = { ways: WaySettings; couriers: { couriers: readonly Courier[] } };

/** Returns the ways on offer; undefined if there is only home delivery, paid with the order. */
export function offeredWays({ ways, couriers }: WayGroups): OfferedWays | undefined {
  const { branches, payOnArrival } = ways;
  const names = couriers.couriers.map(({ name }) => name);
  const offersBranch = ways.branch && names.length > 0;
  if (!offersBranch && !ways.pickup && !payOnArrival) return undefined;
  return {
    ...(offersBranch ? { branch: { price: ways.branchPrice, couriers: names, branches } } : {}),
    ...(ways.pickup ? { pickup: { price: ways.pickupPrice, ...pickupPlace(ways) } } : {}),
    payOnArrival,
  };
}

/** Returns false if there is only home delivery, paid with the order. */
export function hasWays(ways: OfferedWays | undefined): boolean {
  return Boolean(ways?.branch || ways?.pickup || ways?.payOnArrival);
}

export function pickupPlace({ pickupPlace: place, pickupHours: hours }: WaySettings): PickupPlace {
  return { place, hours };
}

/** Returns the first part of a choice that is not on offer, with its message; null: none. */
export function findUnofferedWay(
  { way, courier, payShipping }: WayChoice,
  offered: OfferedWays | undefined,
): { field: keyof WayChoice; message: string } | null {
  if (way !== 'home' && !offered?.[way]) {
    return { field: 'way', message: 'Esta forma de entrega ya no se ofrece' };
  }
  if (way === 'branch' && !offered?.branch?.couriers.includes(courier ?? '')) {
    return { field: 'courier', message: 'Ya no enviamos con este courier' };
  }
  if (payShipping === 'onArrival' && !offered?.payOnArrival) {
    return { field: 'payShipping', message: 'El envío ya no se puede pagar al recibir' };
  }
  return null;
}
