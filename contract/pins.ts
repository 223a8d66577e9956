import * as z from 'zod/mini';
import { isQuantity } from '#domain/images.ts';
import { mustBe } from './fields.ts';

/** What is decided of a picture's pins (`PinChoice`), as body, answer and draft have it. */
export const pinChoiceFields = {
  quantity: z
    .number({ error: mustBe('un número') })
    .check(z.refine(isQuantity, { error: 'La cantidad debe ser un número entero entre 1 y 99' })),
};
