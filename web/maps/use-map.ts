import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { kilometresBetween } from '#domain/base/distance.ts';
import { comunas, findComuna } from '#domain/delivery/comunas.ts';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { findKnownCity } from '#domain/delivery/known-cities.ts';
import { logFailure } from '#web/lib/log.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import {
  type Camera,
  type MapAdapter,
  type MapOptions,
  type MapSettings,
  type MapView,
  ZOOM,
} from './map.ts';
import { loadOutline, type Outline } from './outline/load-outline.ts';

export type OpenMap = { view: MapView; geocode: MapAdapter['geocode'] };

export type MapState = { name: 'loading' } | { name: 'ready'; map: OpenMap };

type Events = Pick<MapOptions, 'onPick' | 'onTiles' | 'onFailure'>;

/** Opens the map inside an element, once; `firstCamera` is called just before. */
export function useMap(
  place: RefObject<HTMLElement | null>,
  settings: MapSettings,
  { firstCamera, ...events }: Events & { firstCamera: () => Camera },
): MapState {
  const [state, setState] = useState<MapState>({ name: 'loading' });
  const onPick = useEffectEvent(events.onPick);
  const onTiles = useEffectEvent(events.onTiles);
  const onFailure = useEffectEvent(events.onFailure);
  const camera = useEffectEvent(firstCamera);

  useEffect(() => {
    let isWanted = true;
    let view: MapView | null = null;
    const fail = (error: unknown) => {
      if (!isWanted) return;
      logFailure('map', error);
      onFailure();
    };
    const open = async () => {
      const adapter = await loadAdapter(settings);
      if (!isWanted || !place.current) return;
      const opened = await adapter.open(place.current, {
        ...camera(),
        onPick: (point) => onPick(point),
        onTiles: (arrive) => onTiles(arrive),
        onFailure: () => fail(new Error('the map stopped working')),
      });
      if (!isWanted) {
        opened.close();
        return;
      }
      view = opened;
      setState({ name: 'ready', map: { view: opened, geocode: adapter.geocode } });
    };
    open().catch(fail);
    return () => {
      isWanted = false;
      view?.close();
    };
  }, [place, settings]);

  return state;
}

async function loadAdapter(settings: MapSettings): Promise<MapAdapter> {
  if (settings.provider === 'google') {
    const { googleMap } = await import('./google/google-map.ts');
    return googleMap(settings);
  }
  const { osmMap } = await import('./osm/osm-map.ts');
  return osmMap(settings);
}

type Place = { region: string; city: string; point: Coordinates | null };

/**
 * Moves the map with the form: to the city when it changes, to the point when one is chosen.
 * @param map null until it is open
 * @returns the city that is being looked up, else null
 */
export function useCityView(map: OpenMap | null, { region, city, point }: Place): string | null {
  const [searching, setSearching] = useState<string | null>(null);
  const isOpening = useRef(true);
  /** Number of moves requested: a geocoder's response to an earlier one is ignored. */
  const reasons = useRef(0);

  const supersede = () => {
    reasons.current += 1;
    setSearching(null);
    return reasons.current;
  };

  const followCity = useEffectEvent(async ({ view, geocode }: OpenMap, wanted: string) => {
    const reason = supersede();
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
    supersede();
    if (view.camera().zoom < ZOOM.point) view.show({ centre: chosen, zoom: ZOOM.point });
    else view.reveal(chosen);
  });

  const hasPoint = useEffectEvent(() => point !== null);
  useEffect(() => {
    if (!map) return;
    const keepsView = isOpening.current && hasPoint();
    isOpening.current = false;
    if (!keepsView) void followCity(map, city);
  }, [map, city]);

  const { lat, lng } = point ?? {};
  useEffect(() => {
    if (map && lat !== undefined && lng !== undefined) followPoint(map, { lat, lng });
  }, [map, lat, lng]);

  const leave = useEffectEvent(supersede);
  useEffect(() => () => void leave(), []);

  return searching;
}

/** A place with the same name beyond this distance is another one. */
const NAMESAKE_KM = 100;
const TIMEOUT_MS = 6000;

type City = { region: string; city: string };

/** Returns the location of a listed city, or of one with a similar name. */
export function locateKnown({ region, city }: City): Camera | null {
  const known = findKnownCity(region, city);
  return known && { centre: { lat: known.lat, lng: known.lng }, zoom: ZOOM.knownCity };
}

/** Finds an unlisted city by the geocoder, else by its commune; null if both fail. */
export async function locateOther(
  { region, city }: City,
  geocode: MapAdapter['geocode'],
  timeoutMs = TIMEOUT_MS,
): Promise<Camera | null> {
  const predefined = findComuna(region, city)?.point ?? null;
  const found = await withTimeout(geocode(city), timeoutMs).catch(() => null);
  const isNamesake = found && predefined && kilometresBetween(found, predefined) > NAMESAKE_KM;
  const centre = (isNamesake ? null : found) ?? predefined;
  return centre && { centre, zoom: ZOOM.otherwise };
}

async function withTimeout(
  found: Promise<Coordinates | null>,
  timeoutMs: number,
): Promise<Coordinates | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), timeoutMs);
  return Promise.race([found, promise]).finally(() => clearTimeout(timer));
}

const NOTICE_MS = 3000;
const CHOSEN = '✅ Punto de entrega marcado correctamente';
const ABROAD = 'Ese punto está fuera de Chile. Solo enviamos dentro del país.';

type ChoiceNotice = { tone: 'success' | 'error'; text: string };

/** Chooses a point in Chile and confirms it briefly; explains why another one is refused. */
export function useChoice(onChoose: (point: Coordinates) => void) {
  const [notice, setNotice] = useState<ChoiceNotice | null>(null);
  const outline = useRef<Outline | null>(null);

  useEffect(() => {
    void loadOutline().then((loaded) => {
      outline.current = loaded;
    });
  }, []);

  useTimeout(notice?.tone === 'success' && notice, NOTICE_MS, () => setNotice(null));

  const choose = ({ lat, lng }: Coordinates) => {
    const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
    if (!isInChile(point, outline.current)) {
      setNotice({ tone: 'error', text: ABROAD });
      return;
    }
    onChoose(point);
    setNotice({ tone: 'success', text: CHOSEN });
  };

  return { notice, choose, fail: (text: string) => setNotice({ tone: 'error', text }) };
}

/** Rounds to the precision of the form. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/** The outline is rough, so points slightly off the coast are accepted; in degrees. */
const SLACK = 0.05;
/** Around a town whose island is missing in the outline; in degrees. */
const ISLAND = 0.3;

const around = [-SLACK, 0, SLACK];

/** Returns true if a point may be in Chile; without an outline, by the distance to towns. */
export function isInChile({ lat, lng }: Coordinates, outline: Outline | null): boolean {
  const reach = outline ? ISLAND : 1.5;
  const isNearTown = comunas.some(
    ({ point }) => point && Math.hypot(point.lat - lat, point.lng - lng) < reach,
  );
  if (!outline) return isNearTown;
  const isOnLand = around.some((dy) =>
    around.some((dx) => isWithin({ lat: lat + dy, lng: lng + dx }, outline)),
  );
  return isOnLand || (isNearTown && !isMainland(lng));
}

/** Easter Island and Juan Fernández are far to the west. */
function isMainland(lng: number): boolean {
  return lng > -76;
}

function isWithin(point: Coordinates, { features }: Outline): boolean {
  return features.some(({ geometry }) =>
    geometry.coordinates.some(
      ([shore = [], ...lakes]) =>
        encloses(shore, point) && !lakes.some((lake) => encloses(lake, point)),
    ),
  );
}

/** Counts how often a line to the east crosses the ring: an odd number means inside. */
function encloses(ring: readonly number[][], { lat, lng }: Coordinates): boolean {
  let isInside = false;
  let [beforeX = 0, beforeY = 0] = ring.at(-1) ?? [];
  for (const [x = 0, y = 0] of ring) {
    const crosses = y > lat !== beforeY > lat;
    if (crosses && lng < ((beforeX - x) * (lat - y)) / (beforeY - y) + x) isInside = !isInside;
    beforeX = x;
    beforeY = y;
  }
  return isInside;
}
