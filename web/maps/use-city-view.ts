import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Coordinates } from '#domain/delivery.ts';
import { ZOOM } from './defaults.ts';
import { locateKnown, locateOther } from './locate-city.ts';
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
