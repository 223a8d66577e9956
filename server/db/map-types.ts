import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

/** What the geocoder said. */
export type GeocodedCitiesTable = {
  city: Fixed<string>;
  /** In degrees; both null when it does not know the place. */
  lat: number | null;
  lng: number | null;
  asked_at: number;
};

/** One row, which spaces the questions of all processes out. */
export type GeocoderTurnsTable = {
  id: Fixed<number>;
  /** Not to be asked again before; milliseconds since 1970. */
  next_at: number;
};

export type MapSchema = {
  geocoded_cities: GeocodedCitiesTable;
  geocoder_turns: GeocoderTurnsTable;
};
