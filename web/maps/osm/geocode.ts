import { geocodeCity } from '#contract/geocode.ts';
import type { Coordinates } from '#domain/delivery.ts';
import { callApi } from '#web/lib/api.ts';

/** Asks the shop, which asks the geocoder: so its limits hold for all buyers together. */
export async function geocode(city: string): Promise<Coordinates | null> {
  const { point } = await callApi(geocodeCity, { body: JSON.stringify({ city }) });
  return point;
}
