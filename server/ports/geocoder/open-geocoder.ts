import type { Config } from '#server/config.ts';
import type { Geocoder } from './geocoder.ts';
import { nominatim } from './nominatim.ts';

/**
 * Returns the geocoder that the variables name, or null with Google's map.
 * @param contact the shop's address and e-mail as they are now, for the server's operators
 */
export function openGeocoder(
  { maps }: Pick<Config, 'maps'>,
  contact: () => Promise<readonly string[]>,
): Geocoder | null {
  if (maps.provider !== 'osm') return null;
  const userAgent = async () => `pines (${(await contact()).filter(Boolean).join('; ')})`;
  return nominatim({ url: maps.geocoderUrl, userAgent });
}
