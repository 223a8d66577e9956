import * as z from 'zod/mini';

/** Number of entries per page: `usual` by default, at most `max`. */
export function limit(usual: number, max = 100) {
  const error = `El límite debe ser un número entero entre 1 y ${max}`;
  return z._default(
    z.coerce.number({ error }).check(z.int({ error }), z.gte(1, error), z.lte(max, error)),
    usual,
  );
}

/** Start of the page: the `nextCursor` of the previous page, unchanged. */
export const cursor = z.optional(z.string().check(z.maxLength(200)));

/** True or false in a query. */
export const flag = z.enum(['true', 'false'], { error: 'Debe ser true o false' });

/**
 * Null on the last page, and for a client that gets none. A cursor stays valid when entries are
 * added in between.
 */
export const nextCursor = z.catch(z.nullable(z.string()), null);
