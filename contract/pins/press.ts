import * as z from 'zod/mini';

export const press = z.object({ faceMm: z.number(), cutMm: z.number(), safeMm: z.number() });

/** A length within a range, both bounds included. */
export function millimetres({ min, max }: { min: number; max: number }) {
  const error = `Debe ser un número entre ${String(min).replace('.', ',')} y ${max}`;
  return z.number({ error }).check(z.gte(min, error), z.lte(max, error));
}
