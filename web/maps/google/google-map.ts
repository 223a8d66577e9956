/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { makeMarker, setVariant } from '#web/maps/make-marker.ts';
import type { MapAdapter, MapOptions, MapView } from '#web/maps/map.ts';

type Settings = { apiKey: string; mapId: string };

export function googleMap({ apiKey, mapId }: Settings): MapAdapter {
  return {
    open: async (place, options) => open(place, options, mapId, await loadGoogle(apiKey)),
    geocode: async (city) => geocode(city, await loadGoogle(apiKey)),
  };
}

function open(
  place: HTMLElement,
  options: MapOptions,
  mapId: string,
  { GoogleMap, AdvancedMarkerElement }: GoogleLibraries,
): MapView {
  const frame = document.createElement('div');
  frame.style.height = '100%';
  place.append(frame);
  const map = new GoogleMap(frame, {
    center: options.centre,
    zoom: options.zoom,
    mapId,
    colorScheme: 'FOLLOW_SYSTEM',
    disableDefaultUI: true,
    disableDoubleClickZoom: true,
    keyboardShortcuts: false,
    clickableIcons: false,
  });
  const pick = (at: google.maps.LatLng | null) => at && options.onPick(at.toJSON());
  map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => pick(latLng));
  const face = makeMarker();
  const marker = new AdvancedMarkerElement({ content: centred(face), gmpDraggable: true });
  marker.addListener('dragend', ({ latLng }: google.maps.MapMouseEvent) => pick(latLng));
  const stopListening = onRefusedKey(options.onFailure);

  const camera = () => ({
    centre: map.getCenter()?.toJSON() ?? options.centre,
    zoom: map.getZoom() ?? options.zoom,
  });
  return {
    camera,
    show: ({ centre, zoom }) => {
      map.setCenter(centre);
      map.setZoom(zoom);
    },
    zoomBy: (steps) => map.setZoom(camera().zoom + steps),
    mark: (point, variant) => {
      setVariant(face, variant);
      marker.position = point;
      marker.map = point ? map : null;
    },
    reveal: (point) => {
      if (!map.getBounds()?.contains(point)) map.panTo(point);
    },
    step: (from, right, down) => moveByPixels(from, { right, down, zoom: camera().zoom }),
    close: () => {
      stopListening();
      marker.map = null;
      frame.remove();
    },
  };
}

/** Google puts the bottom of a marker on its point; ours is round and is centred on it. */
function centred(face: HTMLElement): HTMLElement {
  const holder = document.createElement('div');
  holder.style.transform = 'translateY(50%)';
  holder.append(face);
  return holder;
}

async function geocode(city: string, { Geocoder }: GoogleLibraries): Promise<Coordinates | null> {
  const { results } = await new Geocoder().geocode({
    address: `${city}, Chile`,
    componentRestrictions: { country: 'CL' },
  });
  return results[0]?.geometry.location.toJSON() ?? null;
}

const TIMEOUT_MS = 15_000;

declare global {
  interface Window {
    /** Google calls it if it rejects the key. */
    gm_authFailure?: () => void;
  }
}

type GoogleLibraries = {
  GoogleMap: typeof google.maps.Map;
  AdvancedMarkerElement: typeof google.maps.marker.AdvancedMarkerElement;
  Geocoder: typeof google.maps.Geocoder;
};

let isSet = false;
let isRefused = false;
const listeners = new Set<() => void>();

/** Calls the listener if Google rejects the key; returns a function that stops listening. */
function onRefusedKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @throws when the script is blocked, does not load in time, or the key was already rejected */
async function loadGoogle(apiKey: string): Promise<GoogleLibraries> {
  if (!isSet) {
    isSet = true;
    window.gm_authFailure = () => {
      isRefused = true;
      for (const listener of listeners) listener();
    };
    setOptions({ key: apiKey, language: 'es-CL', region: 'CL', authReferrerPolicy: 'origin' });
  }
  if (isRefused) throw new Error('Google refused the key');
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Google did not answer')), TIMEOUT_MS);
  try {
    const all = Promise.all([
      importLibrary('maps'),
      importLibrary('marker'),
      importLibrary('geocoding'),
    ]);
    const [maps, { AdvancedMarkerElement }, { Geocoder }] = await Promise.race([all, tooSlow]);
    return { GoogleMap: maps.Map, AdvancedMarkerElement, Geocoder };
  } finally {
    clearTimeout(timer);
  }
}

/** Width of the world in pixels at zoom 0. */
const WORLD = 256;

/** Returns the point some pixels to the right and down on a Mercator map of this zoom. */
export function moveByPixels(
  { lat, lng }: Coordinates,
  { right, down, zoom }: { right: number; down: number; zoom: number },
): Coordinates {
  const world = WORLD * 2 ** zoom;
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) - (down * 2 * Math.PI) / world;
  return { lat: (Math.atan(Math.sinh(north)) * 180) / Math.PI, lng: lng + (right * 360) / world };
}
