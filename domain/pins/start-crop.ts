import { type Box, boundCrop, type Crop, MIDDLE_CROP, type Size } from './crops.ts';
import type { PressedPin } from './pin.ts';

/** The subject of a picture; positions are fractions of the upright picture's sides. */
export type Subject =
  /** The centre of attention in a photo; `heads` is the box around all heads that were found. */
  | { kind: 'point'; x: number; y: number; heads?: Box | undefined }
  /** A drawing: the circle around all of it; `diameter` as a fraction of the shorter side. */
  | { kind: 'whole'; x: number; y: number; diameter: number; background: string };

/** Minimum diameter of a start crop, however small the drawing is in its picture. */
const MIN_START = 0.5;

/**
 * Returns a picture's crop before the user changes it: for a photo the largest circle inside the
 * picture, around its subject; for a drawing all of it, within the safe circle.
 */
export function startCrop(picture: Size, subject: Subject, { press }: PressedPin): Crop {
  if (subject.kind === 'point') {
    const radius = Math.min(picture.width, picture.height) / 2;
    return {
      ...MIDDLE_CROP,
      x: clamp(subject.x, radius / picture.width),
      y: clamp(subject.y, radius / picture.height),
    };
  }
  const { x, y, background } = subject;
  const diameter = Math.max(MIN_START, subject.diameter * (press.cutMm / press.safeMm));
  return boundCrop({ x, y, diameter, rotation: 0, background });
}

/** Returns the value at least `margin` (up to a half) away from 0 and 1. */
function clamp(value: number, margin: number): number {
  return Math.min(Math.max(value, margin), 1 - margin);
}
