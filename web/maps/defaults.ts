import type { Coordinates } from '#domain/delivery.ts';

export const SANTIAGO: Coordinates = { lat: -33.4489, lng: -70.6693 };

export const ZOOM = { point: 16, knownCity: 13, otherwise: 10 } as const;

/** Whom the outlines and names are from. */
export const CREDIT = 'Contornos: BCN · Ciudades: GeoNames';
