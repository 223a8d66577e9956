import * as z from 'zod/mini';
import { mustBe, optional } from '#contract/base/fields.ts';
import { CROP_LIMITS, type CropNumber, isColour, isCropNumber } from '#domain/pins/crops.ts';

function cropNumber(name: CropNumber) {
  const [min, max] = CROP_LIMITS[name].map((limit) => String(limit).replace('.', ','));
  return z
    .number({ error: mustBe('un número') })
    .check(
      z.refine((value) => isCropNumber(name, value), {
        error: `Debe ser un número entre ${min} y ${max}`,
      }),
    );
}

export const colour = z
  .string({ error: mustBe('un color') })
  .check(z.refine(isColour, { error: 'El color debe tener el formato #rrggbb' }));

export const crop = z.object(
  {
    x: cropNumber('x'),
    y: cropNumber('y'),
    diameter: cropNumber('diameter'),
    rotation: cropNumber('rotation'),
    background: z.nullable(colour),
  },
  { error: mustBe('un recorte') },
);

export const sentCrop = z.extend(crop, { background: optional(colour) });

/** The box around all heads in a photo, as fractions of the upright picture's sides. */
export const heads = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
