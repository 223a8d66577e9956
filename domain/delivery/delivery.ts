import { keysOf } from '#domain/base/keys.ts';
import { isReadable } from '#domain/base/signs.ts';
import { isEmail, MAX_EMAIL_LENGTH } from '#domain/people/emails.ts';
import { isPhone } from '#domain/people/phones.ts';
import { findCity, findRegion } from './regions.ts';
import { type NamedWay, TO_THE_DOOR, type Way, type WayChoice } from './ways.ts';

export type Coordinates = { lat: number; lng: number };

/** Recipient and address of a parcel; null: not given. `region` is a code of the region list. */
export type Address = {
  fullName: string;
  phone: string;
  email: string | null;
  region: string;
  city: string;
  address: string;
  coordinates: Coordinates | null;
};

/** An address with the fields that belong to one parcel only. */
/** `neededBy`: the day on which its buyer needs the pins, such as `2026-03-09`. */
export type Delivery = Address & { notes: string | null; neededBy: string | null } & WayChoice;

/** A delivery as API responses contain it. */
export type NamedDelivery = Omit<Delivery, keyof NamedParcel> & NamedParcel;

/** What is named of one parcel only if it is unusual: its way, and the day it is needed by. */
export type NamedParcel = NamedWay & { neededBy?: string | null | undefined };

export type DeliveryField = keyof Delivery;
export type DeliveryText = Exclude<DeliveryField, Chosen>;
/** The fields that are not text. */
type Chosen = 'coordinates' | 'way' | 'payShipping';
export type DeliveryProblem = { field: DeliveryField; message: string };

/** Values of the delivery form: the same fields, with an empty text instead of null. */
export type DeliveryForm = Record<DeliveryText, string> & Pick<Delivery, Chosen>;

/** Maximum lengths, in characters. */
export const DELIVERY_LIMITS: Readonly<Record<DeliveryText, number>> = {
  fullName: 120,
  phone: 30,
  email: MAX_EMAIL_LENGTH,
  region: 80,
  city: 80,
  address: 200,
  notes: 1000,
  neededBy: 10,
  courier: 60,
  branch: 120,
};

/** Returns a form with the text of each field. */
export function makeForm(
  text: (field: DeliveryText) => string,
  { coordinates, way, payShipping }: Pick<Delivery, Chosen>,
): DeliveryForm {
  return {
    fullName: text('fullName'),
    phone: text('phone'),
    email: text('email'),
    region: text('region'),
    city: text('city'),
    address: text('address'),
    notes: text('notes'),
    neededBy: text('neededBy'),
    coordinates,
    way,
    courier: text('courier'),
    branch: text('branch'),
    payShipping,
  };
}

export const emptyDelivery: DeliveryForm = makeForm(() => '', {
  coordinates: null,
  ...TO_THE_DOOR,
});

/** Returns what is wrong with a field, or null. Texts are trimmed; absent ones count as empty. */
type Rule = (delivery: Partial<Delivery>, buyer: { isGuest: boolean }) => string | null;

/** In the order in which the form shows the fields. */
const rules: Readonly<Record<DeliveryField, Rule>> = {
  fullName: ({ fullName = '' }) =>
    isReadable(fullName) ? null : 'El nombre del destinatario es obligatorio',
  phone({ phone }) {
    if (!phone) return 'El teléfono es obligatorio';
    return isPhone(phone) ? null : 'El teléfono debe ser válido (8-9 dígitos)';
  },
  email({ email }, { isGuest }) {
    if (email) return isEmail(email) ? null : 'El email debe tener un formato válido';
    return isGuest ? EMAIL_REQUIRED : null;
  },
  region({ region, way }) {
    if (way === 'pickup') return null;
    if (!region) return 'La región es obligatoria';
    return findRegion(region) ? null : 'La región no es válida';
  },
  city({ region = '', city, way }) {
    if (way === 'pickup') return null;
    if (!city) return 'La ciudad es obligatoria';
    return !findRegion(region) || findCity(region, city) ? null : 'La ciudad no es de esa región';
  },
  address: ({ address = '', way = 'home' }) =>
    isReadable(address) || way !== 'home' ? null : 'La dirección es obligatoria',
  notes: () => null,
  // A shop that does not ask for it ignores it: `checkNeededBy`.
  neededBy: () => null,
  coordinates({ coordinates: point }) {
    const isValid = !point || (Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180);
    return isValid ? null : 'El punto del mapa no es válido';
  },
  way: () => null,
  courier: ({ courier, way }) =>
    isReadable(courier ?? '') || way !== 'branch' ? null : 'Elige el courier',
  branch: ({ branch, way }) =>
    isReadable(branch ?? '') || way !== 'branch' ? null : 'Escribe en qué oficina lo retiras',
  payShipping: () => null,
};

export const EMAIL_REQUIRED = 'El email es obligatorio para recibir confirmación del pedido';

export const DELIVERY_FIELDS = keysOf(rules);

/**
 * Applies the shop's rules to all fields. Length and characters are checked by the schema in
 * `contract/delivery/delivery.ts`.
 * @param buyer.isGuest a guest must give an e-mail; an account has one
 * @returns every wrong field, in the order of the form
 */
export function validateDelivery(
  delivery: Partial<Delivery>,
  buyer: { isGuest: boolean },
): DeliveryProblem[] {
  return DELIVERY_FIELDS.flatMap((field) => {
    const message = rules[field](delivery, buyer);
    return message ? [{ field, message }] : [];
  });
}

const noBranch = { courier: null, branch: null };
const noStreet = { address: '', coordinates: null };

/** The fields that a way of delivery does not use, with their empty values. */
export const unneeded = {
  home: noBranch,
  branch: noStreet,
  pickup: { region: '', city: '', ...noStreet, ...noBranch, payShipping: 'now' },
} as const satisfies Readonly<Record<Way, Partial<Delivery>>>;

/**
 * Applies the rules to an incomplete delivery: only a name, and a phone or an e-mail, are required.
 * @returns every wrong field, in the order of the form
 */
export function validateKnownDelivery(delivery: Partial<Delivery>): DeliveryProblem[] {
  const { phone, email } = delivery;
  const isMissing = !phone && !email;
  return validateDelivery(delivery, { isGuest: false })
    .filter(
      ({ field }) => delivery[field] || field === 'fullName' || (field === 'phone' && isMissing),
    )
    .map((problem) =>
      problem.field === 'phone' && !phone
        ? { ...problem, message: 'Escribe un teléfono o un email' }
        : problem,
    );
}

/** Returns the message for a text over its limit (in characters). */
export function tooLong(limit: number): string {
  return `El texto es demasiado largo (máximo ${limit} caracteres)`;
}
