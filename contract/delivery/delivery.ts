import * as z from 'zod/mini';
import {
  amount,
  cleanText,
  copiedLine,
  formLine,
  line,
  mustBe,
  optional,
  optionalText,
  text,
  usual,
} from '#contract/base/fields.ts';
import { applyRules, problemsOf } from '#contract/base/rules.ts';
import {
  type Address,
  DELIVERY_FIELDS,
  DELIVERY_LIMITS,
  type Delivery,
  type DeliveryField,
  type DeliveryForm,
  makeForm,
  type NamedDelivery,
  unneeded,
  validateDelivery,
} from '#domain/delivery/delivery.ts';
import { findCity } from '#domain/delivery/regions.ts';
import { SHIPPING_PAYMENTS, WAYS, type WayChoice } from '#domain/delivery/ways.ts';
import { tidyPhone } from '#domain/people/phones.ts';

const coordinates = z.object({ lat: amount(), lng: amount() }, { error: mustBe('un punto') });

type BodyOf<Shape> = { [Field in keyof Shape]: z.ZodMiniType<Shape[Field]> };

/** An address in a request; the body that contains it applies `deliveryRules`. */
export const addressBody = {
  fullName: formLine(DELIVERY_LIMITS.fullName),
  phone: usual(copiedLine(DELIVERY_LIMITS.phone).check(z.overwrite(tidyPhone)), ''),
  email: optionalText(copiedLine(DELIVERY_LIMITS.email)),
  region: usual(copiedLine(DELIVERY_LIMITS.region), ''),
  city: formLine(DELIVERY_LIMITS.city),
  address: formLine(DELIVERY_LIMITS.address),
  coordinates: optional(coordinates),
} satisfies BodyOf<Address>;

/** Way of delivery; 409 `delivery_unavailable` if it is not on offer. */
export const wayBody = {
  way: usual(z.enum(WAYS, { error: 'Esta forma de entrega no existe' }), 'home'),
  courier: optionalText(line(DELIVERY_LIMITS.courier)),
  branch: optionalText(line(DELIVERY_LIMITS.branch)),
  payShipping: usual(
    z.enum(SHIPPING_PAYMENTS, { error: 'El envío se paga ahora o al recibir' }),
    'now',
  ),
} satisfies BodyOf<WayChoice>;

/** What is no text is no day either: only a shop that asks for it says so. */
const NO_DAY = '-';

export const neededBy = z.catch(line(DELIVERY_LIMITS.neededBy), NO_DAY);

export const deliveryBody = {
  ...addressBody,
  ...wayBody,
  notes: optionalText(text(DELIVERY_LIMITS.notes)),
  /** Ignored unless the shop asks for it; 400 for a day in the past. */
  neededBy: optionalText(neededBy),
} satisfies BodyOf<Delivery>;

export const addressAnswer = {
  fullName: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  region: z.string(),
  city: z.string(),
  address: z.string(),
  coordinates: z.nullable(coordinates),
} satisfies BodyOf<Address>;

export const wayAnswer = {
  /** Omitted for home delivery with shipping paid in the order. */
  way: z.optional(z.enum(WAYS)),
  courier: z.optional(z.nullable(z.string())),
  branch: z.optional(z.nullable(z.string())),
  payShipping: z.optional(z.enum(SHIPPING_PAYMENTS)),
  /** The day on which the buyer needs it, such as `2026-03-09`; omitted if none was named. */
  neededBy: z.optional(z.nullable(z.string())),
};

/** Where and when to pick an order up; omitted for an order that is sent. */
export const pickupAnswer = z.optional(z.object({ place: z.string(), hours: z.string() }));

export const deliveryAnswer = {
  ...addressAnswer,
  notes: z.nullable(z.string()),
  ...wayAnswer,
} satisfies BodyOf<NamedDelivery>;

type Buyer = { isGuest: boolean };

/** Replaces the city by its listed spelling; case and accents do not matter. */
export function cityAsListed<Body extends Pick<Delivery, 'region' | 'city'>>() {
  return z.overwrite<Body>((body) => ({
    ...body,
    city: findCity(body.region, body.city) ?? body.city,
  }));
}

/** Empties the fields that the way of delivery does not use. */
export function asNeeded<Body extends Pick<Delivery, NeededByWay>>() {
  return z.overwrite<Body>((body) => ({ ...body, ...unneeded[body.way] }));
}

type NeededByWay = keyof WayChoice | 'region' | 'city' | 'address' | 'coordinates';

/** Applies the shop's rules to a body with these fields. */
export function deliveryRules(buyer: Buyer) {
  return applyRules<Partial<Delivery>>(DELIVERY_FIELDS, (known) => validateDelivery(known, buyer));
}

/** Returns a schema for guests and one for accounts, each built once. */
export function forBuyers<Schema>(make: (buyer: Buyer) => Schema): (buyer: Buyer) => Schema {
  const guest = make({ isGuest: true });
  const account = make({ isGuest: false });
  return ({ isGuest }) => (isGuest ? guest : account);
}

const deliverySchema = forBuyers((buyer) =>
  z.object(deliveryBody).check(cityAsListed(), asNeeded(), deliveryRules(buyer)),
);

/** Returns the errors of a filled-in form, by field, in the order of the form. */
export function formProblems(
  form: DeliveryForm,
  buyer: Buyer,
): Readonly<Partial<Record<DeliveryField, string>>> {
  return problemsOf(deliverySchema(buyer), toBody(form));
}

/** Returns a form's request body: texts cleaned, default values omitted; no point is null. */
export function toBody(form: DeliveryForm): Partial<DeliveryForm> {
  const body: Partial<DeliveryForm> = makeForm((field) => cleanText(form[field]).trim(), form);
  const isNone = (field: DeliveryField) => body[field] === '' || field in unneeded[form.way];
  for (const field of DELIVERY_FIELDS) if (isNone(field)) delete body[field];
  if (form.way === 'home') delete body.way;
  if (form.payShipping === 'now') delete body.payShipping;
  return body;
}

/** Returns the form for a stored delivery; missing values are empty. */
export function toForm(
  kept: {
    [Field in DeliveryField]?: Delivery[Field] | undefined;
  },
): DeliveryForm {
  const { coordinates = null, way = 'home', payShipping = 'now' } = kept;
  return makeForm((field) => kept[field] ?? '', { coordinates, way, payShipping });
}
