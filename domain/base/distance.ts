import type { Coordinates } from '#domain/delivery/delivery.ts';

/** Mean radius of the earth, in kilometres. */
const RADIUS_KM = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance on a spherical earth, in kilometres. */
export function kilometresBetween(a: Coordinates, b: Coordinates): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const east = Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  const chord = north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east;
  return 2 * RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)));
}
