import * as z from 'zod/mini';

/** Reads a stored value; a missing or invalid one becomes null. */
export const orNull = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.catch(z.nullable(shape), null);
