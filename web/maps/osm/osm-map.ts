import { DomEvent, type LatLng, type Map as LeafletMap, latLng, map as openLeaflet } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { Coordinates } from '#domain/delivery.ts';
import { prefersLittleMotion } from '#web/ui/motion.ts';
import type { MapAdapter, MapOptions, MapView } from '../map.ts';
import { addBackdrop } from './backdrop.ts';
import { geocode } from './geocode.ts';
import { createMarker } from './marker.ts';
import './osm-map.css';
import { addTiles } from './tiles.ts';

/** The map without a key: Leaflet with the tiles of OpenStreetMap or of another server. */
export function osmMap({ tilesUrl }: { tilesUrl: string }): MapAdapter {
  return {
    geocode,
    open: async (place, options) => open(place, options, tilesUrl),
  };
}

function open(place: HTMLElement, options: MapOptions, tilesUrl: string): MapView {
  const frame = document.createElement('div');
  frame.className = 'osm-map';
  place.append(frame);
  const moves = !prefersLittleMotion();
  const map = openLeaflet(frame, {
    center: options.centre,
    zoom: options.zoom,
    minZoom: 3,
    maxZoom: 19,
    worldCopyJump: true,
    keyboard: false,
    zoomControl: false,
    doubleClickZoom: false,
    scrollWheelZoom: false,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
  });
  map.attributionControl.setPrefix('Leaflet');
  wheelAfterClick(map);
  addTiles(map, tilesUrl, options.onTiles);
  addBackdrop(map);
  const pick = (at: LatLng) => options.onPick(toPoint(at));
  map.on('click', ({ latlng }) => pick(latlng));
  const marker = createMarker(map, pick);

  return {
    show: ({ centre, zoom }) => void map.setView(centre, zoom, { animate: false }),
    camera: () => ({ centre: toPoint(map.getCenter()), zoom: map.getZoom() }),
    zoomBy: (steps) => void map.setZoom(map.getZoom() + steps, { animate: false }),
    mark: marker.set,
    reveal: (point) => void map.panInside(point, { padding: [40, 40], animate: false }),
    step: (from, right, down) =>
      toPoint(map.unproject(map.project(latLng(from)).add([right, down]))),
    close: () => {
      map.remove();
      frame.remove();
    },
  };
}

/** The wheel scrolls the page past the map, until somebody has clicked into it. */
function wheelAfterClick(map: LeafletMap) {
  const frame = map.getContainer();
  DomEvent.on(frame, 'pointerdown', () => map.scrollWheelZoom.enable());
  DomEvent.on(frame, 'pointerleave', () => map.scrollWheelZoom.disable());
}

function toPoint(at: LatLng): Coordinates {
  const { lat, lng } = at.wrap();
  return { lat, lng };
}
