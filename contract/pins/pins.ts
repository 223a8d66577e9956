import * as z from 'zod/mini';
import { line, mustBe, name, optional } from '#contract/base/fields.ts';
import { MAX_PANEL_QUANTITY } from '#domain/pins/images.ts';
import { MAX_PRODUCT_NAME_LENGTH } from '#domain/pins/products.ts';
import { isQuantity } from '#domain/pins/quantity.ts';
import {
  findUnwritable,
  MAX_TEXT_LENGTH,
  TEXT_FONTS,
  TEXT_PATHS,
  TEXT_PLACES,
  TEXT_SIZES,
  type TextFont,
  type TextPath,
  type TextPlace,
  type TextSize,
} from '#domain/pins/text.ts';
import { colour, crop, sentCrop } from './crops.ts';
import { press } from './press.ts';

export const WRONG_QUANTITY = 'La cantidad debe ser un número entero entre 1 y 99';
const quantity = z
  .number({ error: mustBe('un número') })
  .check(z.refine((value) => isQuantity(value), { error: WRONG_QUANTITY }));
/** Of an item that the shop orders for a buyer, or changes. */
export const panelQuantity = z
  .number({ error: mustBe('un número') })
  .check(
    z.refine((value) => isQuantity(value, MAX_PANEL_QUANTITY), {
      error: 'La cantidad debe ser un número entero entre 1 y 9.999',
    }),
  );
/** Id of a product, or of one of its finishes. */
export const offeredId = line(MAX_PRODUCT_NAME_LENGTH);

/** The keys of a table, in its order. */
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in table) names.push(name);
  return names;
}

/** The text on a pin. */
export const pinWords = line(MAX_TEXT_LENGTH).check(
  z.normalize('NFC'),
  z.minLength(1, { error: 'Falta el texto' }),
  z.refine((text) => text.length > MAX_TEXT_LENGTH || findUnwritable(text).length === 0, {
    error: ({ input }) =>
      `No tenemos letras para esto: ${findUnwritable(String(input)).slice(0, 5).join(' ')}`,
  }),
);

/** A line of text over the picture. */
const pinText = z.object(
  {
    value: pinWords,
    font: z.enum<TextFont[]>(namesOf(TEXT_FONTS), { error: 'Esta letra no existe' }),
    path: z.enum<TextPath[]>(namesOf(TEXT_PATHS), { error: 'Debe ser straight o circle' }),
    colour,
    outline: z.nullable(colour),
    place: z.optional(
      z.enum<TextPlace[]>(namesOf(TEXT_PLACES), { error: 'Debe ser top, middle o bottom' }),
    ),
    size: z.optional(
      z.enum<TextSize[]>(namesOf(TEXT_SIZES), { error: 'Debe ser small, medium o large' }),
    ),
  },
  { error: mustBe('un texto con su letra') },
);

const sentPinText = z.extend(pinText, { outline: optional(colour) });

/** The fields of a picture's pins in a draft. */
export const pinChoiceFields = {
  quantity,
  crop: z.nullable(crop),
  product: z.nullable(offeredId),
  finish: z.nullable(offeredId),
  text: z.nullable(pinText),
};

/** The fields of a picture's pins in a buyer's request for a change. */
export const requestedPinFields = { ...pinChoiceFields, text: z.nullish(pinText) };

/** 409 `product_unavailable` if it is not on offer; omitted: the first. */
export const sentPinChoiceFields = {
  quantity,
  crop: optional(sentCrop),
  product: optional(offeredId),
  finish: optional(offeredId),
  text: z.nullish(sentPinText),
};

/** Id of a product or finish in bodies and orders. */
export const productId = line(MAX_PRODUCT_NAME_LENGTH).check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'Usa solo letras minúsculas, números y guiones, como pin-32',
  }),
);
const productName = name(MAX_PRODUCT_NAME_LENGTH, 'Escribe un nombre');

/** Id and name of a product, as the owner sends them and as an order keeps them. */
export const namedPinFields = { id: productId, name: productName };
const named = z.object({ id: z.string(), name: z.string() });

/** A picture's pins as ordered; they keep the press, names and price of that day. */
export const orderedPinFields = {
  quantity: panelQuantity,
  crop: z.nullable(crop),
  press,
  product: named,
  /** Null if the product had no finishes. */
  finish: z.nullable(named),
  /** Unit price, in pesos, including the finish. */
  unitPrice: z.number(),
  /** Omitted if there is none. */
  text: z.optional(pinText),
};
