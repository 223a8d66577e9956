import { boundCrop, type Crop, frontOf, type Size } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';

/** A position on the stage: from the circle's centre, in diameters of the cut, y downwards. */
export type Place = { x: number; y: number };

const CENTRE: Place = { x: 0, y: 0 };

/** Returns a step on the stage as a step in the picture, in fractions of its width and height. */
function inPicture({ diameter, rotation }: Crop, { width, height }: Size, { x, y }: Place): Place {
  const turn = (rotation * Math.PI) / 180;
  const pixels = diameter * Math.min(width, height);
  return {
    x: ((x * Math.cos(turn) + y * Math.sin(turn)) * pixels) / width,
    y: ((y * Math.cos(turn) - x * Math.sin(turn)) * pixels) / height,
  };
}

/** Returns the crop after moving its picture. The circle's centre stays on the picture. */
export function moveCrop(crop: Crop, picture: Size, by: Place): Crop {
  const step = inPicture(crop, picture, by);
  return boundCrop({ ...crop, x: crop.x - step.x, y: crop.y - step.y });
}

/** Returns the crop after zooming its picture by `factor`; the point at `at` stays in place. */
export function zoomCrop(crop: Crop, picture: Size, factor: number, at: Place = CENTRE): Crop {
  const zoomed = boundCrop({ ...crop, diameter: crop.diameter / factor });
  const before = inPicture(crop, picture, at);
  const after = inPicture(zoomed, picture, at);
  return boundCrop({ ...zoomed, x: crop.x + before.x - after.x, y: crop.y + before.y - after.y });
}

const middleOf = (places: readonly Place[]): Place => ({
  x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
  y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
});

function spreadOf([first = CENTRE, second = first]: readonly Place[]): number {
  return Math.hypot(second.x - first.x, second.y - first.y);
}

/** Returns the crop after a move of one or two fingers, by their centre and distance. */
export function followFingers(
  crop: Crop,
  picture: Size,
  before: readonly Place[],
  after: readonly Place[],
): Crop {
  const [from, to] = [middleOf(before), middleOf(after)];
  const factor = spreadOf(after) / spreadOf(before);
  const zoomed = zoomCrop(crop, picture, factor > 0 && factor < Infinity ? factor : 1, from);
  return moveCrop(zoomed, picture, { x: to.x - from.x, y: to.y - from.y });
}

/** Returns the crop rotated clockwise to whole degrees, above -180. */
export function turnCrop(crop: Crop, degrees: number): Crop {
  const turned = Math.round(crop.rotation + degrees);
  return { ...crop, rotation: 180 - ((((180 - turned) % 360) + 360) % 360) };
}

/** Returns the closest crop whose front shows the whole picture, with its rotation unchanged. */
export function wholeCrop(crop: Crop, { width, height }: Size, pin: PressedPin): Crop {
  const front = Math.hypot(width, height) / Math.min(width, height);
  const { diameter: share } = frontOf({ ...crop, diameter: 1 }, pin);
  return boundCrop({ ...crop, x: 0.5, y: 0.5, diameter: front / share });
}
