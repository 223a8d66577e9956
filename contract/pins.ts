import * as z from 'zod/mini';
import { isQuantity } from '#domain/images.ts';
import { crop, sentCrop } from './crops.ts';
import { mustBe, optional } from './fields.ts';

export const pinChoiceFields = {
  quantity: z
    .number({ error: mustBe('un número') })
    .check(z.refine(isQuantity, { error: 'La cantidad debe ser un número entero entre 1 y 99' })),
  crop: z.nullable(crop),
};

export const sentPinChoiceFields = { ...pinChoiceFields, crop: optional(sentCrop) };
