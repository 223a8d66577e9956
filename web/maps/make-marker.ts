import type { MarkerVariant } from './map.ts';
import styles from './marker.module.css';

/** Returns the marker, a circle of 40 pixels centred on the point. */
export function makeMarker(): HTMLElement {
  const face = document.createElement('div');
  face.className = styles.marker ?? '';
  face.dataset.mapMarker = '';
  face.setAttribute('aria-hidden', 'true');
  return face;
}

export function setVariant(face: HTMLElement, variant: MarkerVariant) {
  face.dataset.variant = variant;
}
