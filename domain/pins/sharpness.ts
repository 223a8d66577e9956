import type { Crop, Size } from './crops.ts';
import type { PressedPin } from './pin.ts';

const MM_PER_INCH = 25.4;

export const SHARPNESS_LABELS = {
  sharp: 'Nítida',
  fair: 'Aceptable',
  blurred: 'Se verá borrosa',
} as const;
export type Sharpness = keyof typeof SHARPNESS_LABELS;

/** Minimum pixels per inch; print shops ask for 300, and from 150 on few see the difference. */
const MIN_PIXELS = { sharp: 300, fair: 150 } as const;

/** Returns an original's resolution on paper, in pixels per inch, rounded down. */
export function pixelsPerInch({ diameter }: Crop, picture: Size, { press }: PressedPin): number {
  const pixels = diameter * Math.min(picture.width, picture.height);
  return Math.floor(pixels / (press.cutMm / MM_PER_INCH));
}

/** Returns the class of a resolution in pixels per inch. */
export function sharpnessOf(pixels: number): Sharpness {
  if (pixels >= MIN_PIXELS.sharp) return 'sharp';
  return pixels >= MIN_PIXELS.fair ? 'fair' : 'blurred';
}

/** Returns the minimum diameter of a crop that prints sharp, in pixels of the picture. */
export function sharpDiameter({ press }: PressedPin): number {
  return Math.ceil((MIN_PIXELS.sharp * press.cutMm) / MM_PER_INCH);
}

/** Returns brief advice for a sharper pin; null when it prints sharp. */
export function sharpnessAdvice(crop: Crop, picture: Size, pin: PressedPin): string | null {
  const sharpness = sharpnessOf(pixelsPerInch(crop, picture, pin));
  if (sharpness === 'sharp') return null;
  const needed = sharpDiameter(pin);
  const minSide = Math.ceil(needed / Math.max(1, crop.diameter));
  const remedy =
    crop.diameter < 1 && Math.min(picture.width, picture.height) >= needed
      ? 'si alejas la imagen'
      : `con una de ${minSide} px por lado`;
  return sharpness === 'fair' ? `Quedará nítida ${remedy}.` : `Mejora ${remedy}.`;
}
