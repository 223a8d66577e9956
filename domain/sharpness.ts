import type { Crop, Size } from './crops.ts';
import type { Press } from './press.ts';

const MM_PER_INCH = 25.4;

/** How a crop will print, as the buyer is told. */
export const SHARPNESS_LABELS = {
  sharp: 'Nítida',
  fair: 'Aceptable',
  blurred: 'Se verá borrosa',
} as const;
export type Sharpness = keyof typeof SHARPNESS_LABELS;

/** Least pixels per inch; 300 is what print shops ask for, from 150 on few see the difference. */
const LEAST_PIXELS = { sharp: 300, fair: 150 } as const;

/**
 * Returns how many of the picture's pixels come on an inch of paper, whole and rounded down.
 * @param picture size of the original, upright, in pixels
 */
export function pixelsPerInch({ diameter }: Crop, picture: Size, { cutMm }: Press): number {
  const pixels = diameter * Math.min(picture.width, picture.height);
  return Math.floor(pixels / (cutMm / MM_PER_INCH));
}

/** Returns the class of so many pixels per inch. */
export function sharpnessOf(pixels: number): Sharpness {
  if (pixels >= LEAST_PIXELS.sharp) return 'sharp';
  return pixels >= LEAST_PIXELS.fair ? 'fair' : 'blurred';
}
