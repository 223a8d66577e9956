import type { Box, Crop, Size } from './crops.ts';
import type { TextPlace } from './text.ts';

/**
 * Returns where a text on a pin leaves the heads of its picture free: below, or above where they are
 * in the lower half of the cut circle; undefined if none are on the pin.
 * @param heads box around all heads, as fractions of the picture's sides
 */
export function freePlace(
  heads: Box | undefined,
  crop: Crop,
  picture: Size,
): Extract<TextPlace, 'top' | 'bottom'> | undefined {
  if (!heads) return undefined;
  const across = (heads.left + heads.width / 2 - crop.x) * picture.width;
  const down = (heads.top + heads.height / 2 - crop.y) * picture.height;
  const radius = (crop.diameter * Math.min(picture.width, picture.height)) / 2;
  if (Math.hypot(across, down) > radius) return undefined;
  const turn = (crop.rotation * Math.PI) / 180;
  const below = across * Math.sin(turn) + down * Math.cos(turn);
  // In the middle of the circle a head is nearly always above a text.
  return below > radius / 10 ? 'top' : 'bottom';
}
