import * as z from 'zod/mini';

const LIMIT_RANGE = 'El límite debe ser un número entero entre 1 y 100';

/** How many entries a page holds at most: 1 to 100. */
export function limit(usual: number) {
  return z._default(
    z.coerce
      .number({ error: LIMIT_RANGE })
      .check(z.int({ error: LIMIT_RANGE }), z.gte(1, LIMIT_RANGE), z.lte(100, LIMIT_RANGE)),
    usual,
  );
}

/** Where the next page begins: `nextCursor` of the page before, as it is. */
export const cursor = z.optional(z.string().check(z.maxLength(200)));

/** Null on the last page. Pages go on from their cursor, whatever has arrived in between. */
export const nextCursor = z.nullable(z.string());
