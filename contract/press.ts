import * as z from 'zod/mini';

export const press = z.object({ faceMm: z.number(), cutMm: z.number(), safeMm: z.number() });

/** A length within a range, both ends included. */
export function millimetres({ least, most }: { least: number; most: number }) {
  const error = `Debe ser un número entre ${String(least).replace('.', ',')} y ${most}`;
  return z.number({ error }).check(z.gte(least, error), z.lte(most, error));
}
