import type { Coordinates } from '#domain/delivery.ts';

/** Where a map looks: a point in degrees, and a zoom level from 0 (the world) to 19 (a house). */
export type Camera = { centre: Coordinates; zoom: number };

export type MapOptions = Camera & {
  /** Somebody clicked the map, or dropped the marker. */
  onPick: (point: Coordinates) => void;
  /** The map's pictures stay away, or come again. What lies under them shows meanwhile. */
  onTiles: (arrive: boolean) => void;
  /** The map turned out not to work after all. */
  onFailure: () => void;
};

/** `aiming` is a marker on its way, not chosen yet. */
export type MarkerVariant = 'chosen' | 'aiming';

/** An open map. Every adapter behaves the same; e2e/support/map-suite.ts holds them to it. */
export type MapView = {
  show: (camera: Camera) => void;
  camera: () => Camera;
  /** @param steps levels to go closer, negative to go away */
  zoomBy: (steps: number) => void;
  /** Sets the one marker, or takes it away. */
  mark: (point: Coordinates | null, variant: MarkerVariant) => void;
  /** Brings a point into view, moving no more than that takes. */
  reveal: (point: Coordinates) => void;
  /** @returns the point so many pixels to the right and down of another one */
  step: (from: Coordinates, right: number, down: number) => Coordinates;
  /** Takes the map off the page. */
  close: () => void;
};

export type MapAdapter = {
  /** Opens a map in an element that has a size. @throws when the map cannot be loaded */
  open: (place: HTMLElement, options: MapOptions) => Promise<MapView>;
  /** Finds a city of Chile; null when unknown. @throws when nobody could be asked */
  geocode: (city: string) => Promise<Coordinates | null>;
};
