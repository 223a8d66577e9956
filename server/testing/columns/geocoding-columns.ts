import type { GeocodingTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const geocodingColumns = {
  geocoded_cities: {
    city: 'text',
    lat: 'number or null',
    lng: 'number or null',
    asked_at: 'number',
  },
  geocoder_turns: {
    id: 'number',
    next_at: 'number',
  },
} satisfies Columns<GeocodingTables>;
