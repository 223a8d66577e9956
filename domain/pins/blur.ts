import { type Crop, MIDDLE_CROP, type Size } from './crops.ts';
import { formatMm, type PressedPin } from './pin.ts';
import { pixelsPerInch, sharpDiameter, sharpnessOf } from './sharpness.ts';

/** A picture that prints blurred; lengths in pixels of the upright original. */
export type Blur = Size & {
  /** Length of its shorter side that the pin shows. */
  used: number;
  /** Diameter of the pin seen from the front, in millimetres. */
  faceMm: number;
  /** Shorter side with which the same crop prints sharp. */
  needed: number;
};

/** `n` counts an order's pictures from 1. */
export type BlurredPicture = Blur & { n: number };

/** Returns the blur of a picture, as shown in the studio; null if it does not print blurred. */
export function findBlur(crop: Crop | null, { width, height }: Size, pin: PressedPin): Blur | null {
  const shown = crop ?? MIDDLE_CROP;
  const size = { width, height };
  if (sharpnessOf(pixelsPerInch(shown, size, pin)) !== 'blurred') return null;
  const side = Math.min(width, height);
  return {
    ...size,
    used: Math.min(side, Math.floor(side * shown.diameter)),
    faceMm: pin.press.faceMm,
    needed: Math.ceil(sharpDiameter(pin) / Math.max(1, shown.diameter)),
  };
}

/** Returns such as `Saldrá borrosa: 120 × 160 px para un pin de 58 mm`. */
export function describeBlur(blur: Blur): string {
  const { width, height, used, faceMm } = blur;
  const whole = `${width} × ${height} px`;
  const source = isZoomed(blur) ? `el encuadre usa ${used} px de una imagen de ${whole}` : whole;
  return `Saldrá borrosa: ${source} para un pin de ${formatMm(faceMm)}`;
}

/** Returns a text for the buyer on the blurred pictures of an order, with advice. */
export function askForBetter(blurred: readonly BlurredPicture[]): string {
  const lines = blurred.map((blur) => {
    const { n, width, height, faceMm, needed } = blur;
    const size = `${width} × ${height} px`;
    return isZoomed(blur) && Math.min(width, height) >= needed
      ? `Imagen ${n}: está muy acercada y en un pin de ${formatMm(faceMm)} saldría borrosa. ¿La alejamos un poco?`
      : `Imagen ${n}: mide ${size} y en un pin de ${formatMm(faceMm)} saldría borrosa. ¿Nos envías una más grande, de ${needed} px o más por lado?`;
  });
  return ['Revisamos tus imágenes antes de imprimir:', ...lines].join('\n');
}

function isZoomed({ width, height, used }: Blur): boolean {
  return used < Math.min(width, height);
}
