import * as z from 'zod';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import type { Config } from '#server/config.ts';
import { askProvider } from '#server/ports/payments/ask-provider.ts';

export type Geocoder = {
  /**
   * Returns a city's point, or null for none.
   * @throws ProviderRefusal, or ProviderFailure without a valid answer in time
   */
  find(city: string): Promise<Coordinates | null>;
};

/**
 * Returns the configured geocoder, or null with Google's map.
 * @param contact returns the shop's current URL and e-mail, for the operators of the geocoder
 */
export function openGeocoder(
  { maps }: Pick<Config, 'maps'>,
  contact: () => Promise<readonly string[]>,
): Geocoder | null {
  if (maps.provider !== 'osm') return null;
  const userAgent = async () => `pines (${(await contact()).filter(Boolean).join('; ')})`;
  return nominatim({ url: maps.geocoderUrl, userAgent });
}

const PATIENCE_MS = 4000;

/** Chile with its islands and its part of Antarctica, in degrees. */
const degrees = {
  lat: z.coerce.number().min(-90).max(-17),
  lng: z.coerce.number().min(-110).max(-53),
};
const places = z.array(z.object({ lat: z.string(), lon: z.string() }));
const point = z.object(degrees);

type Options = {
  /** URL of a server with Nominatim's API; `/search` is appended to its path. */
  url: string;
  /** Identifies the shop, as the operators of public servers require. */
  userAgent: () => Promise<string>;
  patienceMs?: number;
};

/** Returns a geocoder that queries a Nominatim server, OpenStreetMap's own or another one. */
export function nominatim({ url, userAgent, patienceMs = PATIENCE_MS }: Options): Geocoder {
  return {
    async find(city) {
      const [found] = await askProvider({
        ...{ method: 'GET', url: addressFor(url, city), answer: places },
        headers: { 'user-agent': await userAgent(), 'accept-language': 'es' },
        signal: AbortSignal.timeout(patienceMs),
      });
      return (found && point.safeParse({ lat: found.lat, lng: found.lon }).data) ?? null;
    },
  };
}

function addressFor(url: string, city: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/search`;
  const query = { q: `${city}, Chile`, countrycodes: 'cl', format: 'jsonv2', limit: '1' };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
