import { divIcon, geoJSON, type Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { comunas } from '#domain/comunas.ts';
import { regions } from '#domain/regions.ts';
import { CREDIT } from '../defaults.ts';
import { namesApart } from '../names-apart.ts';
import { loadOutline } from '../outline/load-outline.ts';

const MOST_LABELS = 40;
/** From this zoom on communes are named too, not only the larger cities. */
const COMUNAS_ZOOM = 10;

const cities = regions.flatMap((region) => region.cities);
const cityNames = new Set(cities.map(({ name }) => name));
const towns = comunas.flatMap(({ name, point }) =>
  point && !cityNames.has(name) ? [{ name, ...point }] : [],
);

/** Draws regions and cities' names under the tiles: without tiles one still sees where one is. */
export function addBackdrop(map: LeafletMap) {
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
    geoJSON(outline, {
      pane: 'land',
      interactive: false,
      style,
    }).addTo(map);
  });

  const labels = layerGroup().addTo(map);
  const drawLabels = () => {
    labels.clearLayers();
    const bounds = map.getBounds().pad(0.1);
    const places = map.getZoom() < COMUNAS_ZOOM ? cities : [...cities, ...towns];
    const inView = places
      .filter((place) => bounds.contains(place))
      .map((place) => ({ ...place, ...map.project(place) }));
    for (const { name, lat, lng } of namesApart(inView).slice(0, MOST_LABELS)) {
      const text = document.createElement('span');
      text.textContent = name;
      const icon = divIcon({ html: text, className: 'osm-map-name', iconSize: [0, 0] });
      marker([lat, lng], { icon, pane: 'names', interactive: false, keyboard: false }).addTo(
        labels,
      );
    }
  };
  map.on('moveend', drawLabels);
  drawLabels();
}
