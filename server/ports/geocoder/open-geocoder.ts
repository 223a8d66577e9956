import type { Config } from '../../config.ts';
import type { Geocoder } from './geocoder.ts';
import { nominatim } from './nominatim.ts';

/** The geocoder that the settings name; `publicUrl` is right once the server listens. */
export function openGeocoder(
  { maps, shop }: Pick<Config, 'maps' | 'shop'>,
  publicUrl: () => string,
): Geocoder | null {
  if (maps.provider !== 'osm') return null;
  const userAgent = () => `pines (${[publicUrl(), shop.email].filter(Boolean).join('; ')})`;
  return nominatim({ url: maps.geocoderUrl, userAgent });
}
