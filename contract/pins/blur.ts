import * as z from 'zod/mini';

/** A picture that prints blurred; lengths in pixels of the upright original. */
export const blur = z.object({
  width: z.number(),
  height: z.number(),
  /** Length of its shorter side that the pin shows. */
  used: z.number(),
  /** Diameter of the pin seen from the front, in millimetres. */
  faceMm: z.number(),
  /** Shorter side with which the same crop prints sharp. */
  needed: z.number(),
});

/** `n` counts an order's pictures from 1. */
export const blurredPicture = z.extend(blur, { n: z.number() });
