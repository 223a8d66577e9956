import * as z from 'zod/mini';

/** A picture that prints blurred; lengths in pixels of its upright original. */
export const blur = z.object({
  width: z.number(),
  height: z.number(),
  /** Of its shorter side, what the pin shows. */
  used: z.number(),
  /** What is seen of the pin from the front, in millimetres. */
  faceMm: z.number(),
  /** The shorter side that prints sharp with the same crop. */
  needed: z.number(),
});

/** `n` counts an order's pictures from 1. */
export const blurredPicture = z.extend(blur, { n: z.number() });
