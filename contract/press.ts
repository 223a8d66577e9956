import * as z from 'zod/mini';

/** The circles of a press (`Press`), in millimetres. */
export const press = z.object({ faceMm: z.number(), cutMm: z.number(), safeMm: z.number() });
