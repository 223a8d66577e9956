import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findComuna } from '#domain/comunas.ts';
import type { Coordinates } from '#domain/delivery.ts';
import { kilometresBetween } from '#domain/distance.ts';
import { findKnownCity } from '#domain/known-cities.ts';
import { ZOOM } from './defaults.ts';
import type { Camera, MapAdapter } from './map.ts';
import type { OpenMap } from './use-map.ts';

type Wanted = { region: string; city: string; point: Coordinates | null };

/**
 * Lets the map follow the form: to the city when it changes, to the point when one is chosen.
 * @param map null until it is open
 * @returns the city that is being looked up, else null
 */
export function useCityView(map: OpenMap | null, { region, city, point }: Wanted): string | null {
  const [searching, setSearching] = useState<string | null>(null);
  const isOpening = useRef(true);
  /** Counts the reasons to show another place: an answer that comes after the next one is void. */
  const reasons = useRef(0);

  const takeOver = () => {
    reasons.current += 1;
    setSearching(null);
    return reasons.current;
  };

  const followCity = useEffectEvent(async ({ view, geocode }: OpenMap, wanted: string) => {
    const reason = takeOver();
    if (!wanted) return;
    const known = locateKnown({ region, city: wanted });
    if (known) {
      view.show(known);
      return;
    }
    setSearching(wanted);
    const found = await locateOther({ region, city: wanted }, geocode);
    if (reason !== reasons.current) return;
    setSearching(null);
    if (found) view.show(found);
  });

  const followPoint = useEffectEvent(({ view }: OpenMap, chosen: Coordinates) => {
    takeOver();
    if (view.camera().zoom < ZOOM.point) view.show({ centre: chosen, zoom: ZOOM.point });
    else view.reveal(chosen);
  });

  const hasPoint = useEffectEvent(() => point !== null);
  useEffect(() => {
    if (!map) return;
    const keepsLook = isOpening.current && hasPoint();
    isOpening.current = false;
    if (!keepsLook) void followCity(map, city);
  }, [map, city]);

  const { lat, lng } = point ?? {};
  useEffect(() => {
    if (map && lat !== undefined && lng !== undefined) followPoint(map, { lat, lng });
  }, [map, lat, lng]);

  const leave = useEffectEvent(takeOver);
  useEffect(() => () => void leave(), []);

  return searching;
}

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
