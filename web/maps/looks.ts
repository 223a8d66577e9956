import type { Coordinates } from '#domain/delivery.ts';

export const SANTIAGO: Coordinates = { lat: -33.4489, lng: -70.6693 };

export const ZOOM = { point: 16, knownCity: 13, otherwise: 10 } as const;

/** Whom the outlines and names are from. */
export const CREDIT = 'Contornos: BCN · Ciudades: GeoNames';

/** @returns latitude and longitude as they are shown: six decimals, some ten centimetres */
export function formatPoint({ lat, lng }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
}
