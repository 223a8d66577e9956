import type { Fixed, Millis } from './column-types.ts';

type GeocodedCitiesTable = {
  city: Fixed<string>;
  /** In degrees; both null when it does not know the place. */
  lat: number | null;
  lng: number | null;
  asked_at: Millis;
};

/** One row, which spaces the questions of all processes out. */
type GeocoderTurnsTable = {
  id: Fixed<number>;
  /** Not to be asked again before. */
  next_at: Millis;
};

export type GeocodingTables = {
  geocoded_cities: GeocodedCitiesTable;
  geocoder_turns: GeocoderTurnsTable;
};
