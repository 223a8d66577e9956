import * as z from 'zod/mini';

/** Reads what this browser stored; what is absent or of another shape is null. */
export const orNull = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.catch(z.nullable(shape), null);
