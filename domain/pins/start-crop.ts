import { boundCrop, type Crop, MIDDLE_CROP, type Size } from './crops.ts';
import type { PressedPin } from './pin.ts';

/** What there is to see in a picture; places are fractions of the upright picture's sides. */
export type Subject =
  /** Where the eye goes in a photo. */
  | { kind: 'point'; x: number; y: number }
  /** A drawing: the circle around all of it, as wide as a fraction of the shorter side. */
  | { kind: 'whole'; x: number; y: number; diameter: number; background: string };

/** Closer than this no pin starts, however small the drawing is in its picture. */
const LEAST_START = 0.5;

/**
 * Returns where a pin of a picture starts before anybody has touched it: a photo as large as it can
 * be inside the picture, around its subject; a drawing whole, within the safe circle.
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
  const diameter = Math.max(LEAST_START, subject.diameter * (press.cutMm / press.safeMm));
  return boundCrop({ x, y, diameter, rotation: 0, background });
}

/** Returns the value kept away from 0 and 1 by a margin of at most a half. */
function clamp(value: number, margin: number): number {
  return Math.min(Math.max(value, margin), 1 - margin);
}
