import 'leaflet/dist/leaflet.css';
import './osm-map.css';
import {
  DomEvent,
  divIcon,
  geoJSON,
  type LatLng,
  type Map as LeafletMap,
  latLng,
  layerGroup,
  marker as leafletMarker,
  map as openLeaflet,
  tileLayer,
} from 'leaflet';
import { geocodeCity } from '#contract/delivery/geocode.ts';
import { comunas } from '#domain/delivery/comunas.ts';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { regions } from '#domain/delivery/regions.ts';
import { callApi } from '#web/lib/api.ts';
import { makeMarker, setVariant } from '#web/maps/make-marker.ts';
import { CREDIT, type MapAdapter, type MapOptions, type MapView } from '#web/maps/map.ts';
import { namesApart } from '#web/maps/names-apart.ts';
import { loadOutline } from '#web/maps/outline/load-outline.ts';
import { prefersLittleMotion } from '#web/ui/motion.ts';

/** The map without an API key: Leaflet with tiles of OpenStreetMap or another server. */
export function osmMap({ tilesUrl }: { tilesUrl: string }): MapAdapter {
  return { geocode, open: async (place, options) => open(place, options, tilesUrl) };
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

/** The wheel scrolls the page until the map is clicked. */
function wheelAfterClick(map: LeafletMap) {
  const frame = map.getContainer();
  DomEvent.on(frame, 'pointerdown', () => map.scrollWheelZoom.enable());
  DomEvent.on(frame, 'pointerleave', () => map.scrollWheelZoom.disable());
}

function toPoint(at: LatLng): Coordinates {
  const { lat, lng } = at.wrap();
  return { lat, lng };
}

const MAX_LABELS = 40;
/** From this zoom level on, communes are shown too, not only the larger cities. */
const COMUNAS_ZOOM = 10;

const cities = regions.flatMap((region) => region.cities);
const cityNames = new Set(cities.map(({ name }) => name));
const towns = comunas.flatMap(({ name, point }) =>
  point && !cityNames.has(name) ? [{ name, ...point }] : [],
);

/** Draws regions and city names below the tiles, for orientation without tiles. */
function addBackdrop(map: LeafletMap) {
  map.createPane('land').style.zIndex = '150';
  map.createPane('names').style.zIndex = '160';
  map.attributionControl.addAttribution(CREDIT);
  let isOpen = true;
  map.on('unload', () => {
    isOpen = false;
  });
  void loadOutline().then((outline) => {
    if (!isOpen || !outline) return;
    const style = { className: 'osm-map-land' };
    geoJSON(outline, { pane: 'land', interactive: false, style }).addTo(map);
  });

  const labels = layerGroup().addTo(map);
  const drawLabels = () => {
    labels.clearLayers();
    const bounds = map.getBounds().pad(0.1);
    const places = map.getZoom() < COMUNAS_ZOOM ? cities : [...cities, ...towns];
    const inView = places
      .filter((place) => bounds.contains(place))
      .map((place) => ({ ...place, ...map.project(place) }));
    for (const { name, lat, lng } of namesApart(inView).slice(0, MAX_LABELS)) {
      const text = document.createElement('span');
      text.textContent = name;
      const icon = divIcon({ html: text, className: 'osm-map-name', iconSize: [0, 0] });
      leafletMarker([lat, lng], { icon, pane: 'names', interactive: false, keyboard: false }).addTo(
        labels,
      );
    }
  };
  map.on('moveend', drawLabels);
  drawLabels();
}

/** Geocodes through the shop, whose rate limits apply to all buyers together. */
async function geocode(city: string): Promise<Coordinates | null> {
  const { point } = await callApi(geocodeCity, { body: { city } });
  return point;
}

const SIZE = 40;

function createMarker(map: LeafletMap, onDrop: (at: LatLng) => void): { set: MapView['mark'] } {
  const face = makeMarker();
  const marker = leafletMarker([0, 0], {
    icon: divIcon({
      html: face,
      className: '',
      iconSize: [SIZE, SIZE],
      iconAnchor: [SIZE / 2, SIZE / 2],
    }),
    draggable: true,
    autoPan: true,
    keyboard: false,
  });
  marker.on('dragend', () => onDrop(marker.getLatLng()));
  return {
    set: (point, variant) => {
      setVariant(face, variant);
      if (point) marker.setLatLng(point).addTo(map);
      else marker.remove();
    },
  };
}

const TILE_CREDIT =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a>';

/** Adds the server's tiles over the backdrop, and reports whether they load. */
function addTiles(map: LeafletMap, url: string, onTiles: MapOptions['onTiles']) {
  let areLoading: boolean | null = null;
  const report = (now: boolean) => {
    if (areLoading !== now) onTiles(now);
    areLoading = now;
  };
  const tiles = tileLayer(url, {
    maxZoom: 19,
    attribution: TILE_CREDIT,
    // OpenStreetMap requires a referrer; the path is not sent.
    referrerPolicy: 'strict-origin',
  });
  tiles.on('tileload', () => report(true));
  tiles.on('tileerror', () => report(false));
  tiles.addTo(map);
  const retry = () => void tiles.redraw();
  window.addEventListener('online', retry);
  map.on('unload', () => window.removeEventListener('online', retry));
}
