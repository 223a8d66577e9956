import { findRegion, isCityOf } from './regions.ts';

export type Coordinates = { lat: number; lng: number };

/** What the delivery form holds. Region is a code of the region list. */
export type DeliveryForm = {
  recipientName: string;
  phone: string;
  email: string;
  region: string;
  city: string;
  address: string;
  additionalInfo: string;
  coordinates: Coordinates | null;
};

export type DeliveryField = keyof DeliveryForm;
export type DeliveryProblem = { field: DeliveryField; message: string };

/** From order to door, in business days. */
export const DELIVERY_DAYS = { min: 5, max: 7 } as const;

/** Longest texts, in characters. */
export const DELIVERY_LIMITS = {
  recipientName: 120,
  phone: 30,
  email: 254,
  city: 80,
  address: 200,
  additionalInfo: 1000,
} as const;

const limits: Partial<Record<DeliveryField, number>> = DELIVERY_LIMITS;

/** A plain address without what mail headers treat as syntax (blanks, commas, brackets, quotes). */
const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\.]+$/;
const phonePattern = /^(\+56)?\d{8,9}$/;

export function isEmail(text: string): boolean {
  return emailPattern.test(text) && text.length <= DELIVERY_LIMITS.email;
}

/** Optional +56, then 8 or 9 digits; blanks do not count. */
export function isPhone(text: string): boolean {
  return phonePattern.test(text.replace(/\s/g, ''));
}

/** Trims every text of the form. */
export function trimDelivery(form: DeliveryForm): DeliveryForm {
  return {
    recipientName: form.recipientName.trim(),
    phone: form.phone.trim(),
    email: form.email.trim(),
    region: form.region.trim(),
    city: form.city.trim(),
    address: form.address.trim(),
    additionalInfo: form.additionalInfo.trim(),
    coordinates: form.coordinates,
  };
}

function regionProblem(region: string): string | null {
  if (!region) return 'La región es obligatoria';
  return findRegion(region) ? null : 'La región no es válida';
}

function cityProblem(region: string, city: string): string | null {
  if (!city) return 'La ciudad es obligatoria';
  return !findRegion(region) || isCityOf(region, city) ? null : 'La ciudad no es de esa región';
}

function phoneProblem(phone: string): string | null {
  if (!phone) return 'El teléfono es obligatorio';
  return isPhone(phone) ? null : 'El teléfono debe ser válido (8-9 dígitos)';
}

function emailProblem(email: string, required: boolean): string | null {
  if (email) return isEmail(email) ? null : 'El email debe tener un formato válido';
  return required ? 'El email es obligatorio para recibir confirmación del pedido' : null;
}

function coordinatesProblem(point: Coordinates | null): string | null {
  const valid = !point || (Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180);
  return valid ? null : 'El punto del mapa no es válido';
}

function lengthProblem(form: DeliveryForm, field: DeliveryField): string | null {
  const text = form[field];
  const limit = limits[field];
  return typeof text === 'string' && limit !== undefined && text.length > limit
    ? tooLong(limit)
    : null;
}

/**
 * Checks the whole form and reports every wrong field, in the order in which they are shown.
 * @param signedIn whether the buyer has an account (then no e-mail is asked)
 */
export function validateDelivery(
  raw: DeliveryForm,
  { signedIn }: { signedIn: boolean },
): DeliveryProblem[] {
  const form = trimDelivery(raw);
  const found: [DeliveryField, string | null][] = [
    ['recipientName', form.recipientName ? null : 'El nombre del destinatario es obligatorio'],
    ['phone', phoneProblem(form.phone)],
    ['email', emailProblem(form.email, !signedIn)],
    ['region', regionProblem(form.region)],
    ['city', cityProblem(form.region, form.city)],
    ['address', form.address ? null : 'La dirección es obligatoria'],
    ['additionalInfo', null],
    ['coordinates', coordinatesProblem(form.coordinates)],
  ];
  return found.flatMap(([field, said]) => {
    const message = said ?? lengthProblem(form, field);
    return message ? [{ field, message }] : [];
  });
}

/** What is said of a text over its limit (in characters). */
export function tooLong(limit: number): string {
  return `El texto es demasiado largo (máximo ${limit} caracteres)`;
}

/** Joins problems into the one message that the form shows. */
export function joinMessages(problems: readonly { message: string }[]): string {
  return problems.map(({ message }) => message).join('. ');
}
