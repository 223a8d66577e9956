import * as z from 'zod/mini';
import { isQuantity } from '#domain/images.ts';
import { MAX_PRODUCT_NAME_LENGTH } from '#domain/pins/products.ts';
import { crop, sentCrop } from './crops.ts';
import { line, mustBe, optional } from './fields.ts';
import { press } from './press.ts';

const quantity = z
  .number({ error: mustBe('un número') })
  .check(z.refine(isQuantity, { error: 'La cantidad debe ser un número entero entre 1 y 99' }));
/** The id of a product, or of a finish of it. */
const offeredId = line(MAX_PRODUCT_NAME_LENGTH);

/** What a draft keeps of a picture's pins. */
export const pinChoiceFields = {
  quantity,
  crop: z.nullable(crop),
  product: z.nullable(offeredId),
  finish: z.nullable(offeredId),
};

/** 409 `product_unavailable` for what is not on offer; left out: the first. */
export const sentPinChoiceFields = {
  quantity,
  crop: optional(sentCrop),
  product: optional(offeredId),
  finish: optional(offeredId),
};

const named = z.object({ id: z.string(), name: z.string() });

/** A picture's pins as they were ordered: all of it is of that day. */
export const orderedPinFields = {
  quantity,
  crop: z.nullable(crop),
  press,
  product: named,
  /** Null where the product had none to choose. */
  finish: z.nullable(named),
  /** What one pin cost, in pesos; the finish is in it. */
  unitPrice: z.number(),
};
