import { divIcon, type LatLng, type Map as LeafletMap, marker as leafletMarker } from 'leaflet';
import { makeMarker, setVariant } from '../make-marker.ts';
import type { MapView } from '../map.ts';

const SIZE = 40;

export function createMarker(
  map: LeafletMap,
  onDrop: (at: LatLng) => void,
): { set: MapView['mark'] } {
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
