import type { PublicConfig } from '#contract/home/config.ts';
import type { Coordinates } from '#domain/delivery/delivery.ts';

export type MapSettings = PublicConfig['maps'];

export const SANTIAGO: Coordinates = { lat: -33.4489, lng: -70.6693 };

export const ZOOM = { point: 16, knownCity: 13, otherwise: 10 } as const;

/** The sources of the outlines and names. */
export const CREDIT = 'Contornos: BCN · Ciudades: GeoNames';

/** The view of a map: its centre in degrees, and a zoom level from 0 (world) to 19 (house). */
export type Camera = { centre: Coordinates; zoom: number };

export type MapOptions = Camera & {
  /** Called after a click on the map, or when the marker was dropped. */
  onPick: (point: Coordinates) => void;
  /** Called when the tiles fail or load again; the backdrop shows meanwhile. */
  onTiles: (areLoading: boolean) => void;
  /** Called when an open map stops working. */
  onFailure: () => void;
};

/** `aiming` is a marker that is being moved and not chosen yet. */
export type MarkerVariant = 'chosen' | 'aiming';

/** An open map. All adapters behave the same; e2e/support/map-suite.ts tests that. */
export type MapView = {
  show: (camera: Camera) => void;
  camera: () => Camera;
  /** @param steps levels to zoom in, negative to zoom out */
  zoomBy: (steps: number) => void;
  /** Shows the marker, or removes it. */
  mark: (point: Coordinates | null, variant: MarkerVariant) => void;
  /** Scrolls a point into view, no further than necessary. */
  reveal: (point: Coordinates) => void;
  /** Returns the point so many pixels to the right and down of another one. */
  step: (from: Coordinates, right: number, down: number) => Coordinates;
  /** Removes the map from the page. */
  close: () => void;
};

export type MapAdapter = {
  /** Opens a map in an element that has a size. @throws when the map cannot be loaded */
  open: (place: HTMLElement, options: MapOptions) => Promise<MapView>;
  /** Finds a city of Chile; null when unknown. @throws when the geocoder fails */
  geocode: (city: string) => Promise<Coordinates | null>;
};
