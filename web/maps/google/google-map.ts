import type { Coordinates } from '#domain/delivery.ts';
import { makeMarker, setVariant } from '../make-marker.ts';
import type { MapAdapter, MapOptions, MapView } from '../map.ts';
import { type GoogleLibraries, loadGoogle, onRefusedKey } from './load-google.ts';
import { moveByPixels } from './mercator.ts';

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

/** Google puts the foot of a marker on its point; ours is round, and its middle belongs there. */
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
