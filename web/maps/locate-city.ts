import { findComuna } from '#domain/comunas.ts';
import type { Coordinates } from '#domain/delivery.ts';
import { kilometresBetween } from '#domain/distance.ts';
import { findKnownCity } from '#domain/known-cities.ts';
import { ZOOM } from './defaults.ts';
import type { Camera, MapAdapter } from './map.ts';

/** A place of the same name so far off is another one. */
const NAMESAKE_KM = 100;
const PATIENCE_MS = 6000;

type City = { region: string; city: string };

/** @returns where a city of the shop's list, or one of nearly its name, lies */
export function locateKnown({ region, city }: City): Camera | null {
  const known = findKnownCity(region, city);
  return known && { centre: { lat: known.lat, lng: known.lng }, zoom: ZOOM.knownCity };
}

/** Finds a city off the list by the geocoder, else by its commune; null when nobody knows. */
export async function locateOther(
  { region, city }: City,
  geocode: MapAdapter['geocode'],
  patienceMs = PATIENCE_MS,
): Promise<Camera | null> {
  const predefined = findComuna(region, city)?.point ?? null;
  const found = await withPatience(geocode(city), patienceMs).catch(() => null);
  const isNamesake = found && predefined && kilometresBetween(found, predefined) > NAMESAKE_KM;
  const centre = (isNamesake ? null : found) ?? predefined;
  return centre && { centre, zoom: ZOOM.otherwise };
}

async function withPatience(
  asked: Promise<Coordinates | null>,
  patienceMs: number,
): Promise<Coordinates | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patienceMs);
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
}
