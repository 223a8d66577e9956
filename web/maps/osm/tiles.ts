import { type Map as LeafletMap, tileLayer } from 'leaflet';

const CREDIT =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a>';

/** Lays the server's pictures over the backdrop, and tells whether they arrive. */
export function addTiles(map: LeafletMap, url: string, onTiles: (arrive: boolean) => void) {
  let arrive: boolean | null = null;
  const tell = (now: boolean) => {
    if (arrive !== now) onTiles(now);
    arrive = now;
  };
  const tiles = tileLayer(url, {
    maxZoom: 19,
    attribution: CREDIT,
    // OpenStreetMap serves only pages that say whose they are; the path stays here.
    referrerPolicy: 'strict-origin',
  });
  tiles.on('tileload', () => tell(true));
  tiles.on('tileerror', () => tell(false));
  tiles.addTo(map);
  const retry = () => void tiles.redraw();
  window.addEventListener('online', retry);
  map.on('unload', () => window.removeEventListener('online', retry));
}
