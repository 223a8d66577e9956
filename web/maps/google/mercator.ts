import type { Coordinates } from '#domain/delivery.ts';

/** Pixels around the world at zoom 0. */
const WORLD = 256;

/** @returns the point some pixels to the right and down on a web map (Mercator) of this zoom */
export function moveByPixels(
  { lat, lng }: Coordinates,
  { right, down, zoom }: { right: number; down: number; zoom: number },
): Coordinates {
  const world = WORLD * 2 ** zoom;
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) - (down * 2 * Math.PI) / world;
  return {
    lat: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
    lng: lng + (right * 360) / world,
  };
}
