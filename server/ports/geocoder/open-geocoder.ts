import * as z from 'zod';
import type { Config } from '#server/config.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { readLimited } from '#server/lib/read-limited.ts';
import { type Geocoder, GeocoderFailure } from './geocoder.ts';

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
const MAX_ANSWER_BYTES = 100_000;

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
      const text = await ask(addressFor(url, city), await userAgent(), patienceMs);
      const { data } = places.safeParse(parseJson(text));
      if (!data) throw new GeocoderFailure('its answer is not a list of places');
      const [found] = data;
      return (found && point.safeParse({ lat: found.lat, lng: found.lon }).data) ?? null;
    },
  };
}

function addressFor(url: string, city: string): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/search`;
  const query = { q: `${city}, Chile`, countrycodes: 'cl', format: 'jsonv2', limit: '1' };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

async function ask(address: URL, userAgent: string, patienceMs: number): Promise<string> {
  try {
    const answer = await fetch(address, {
      headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-language': 'es' },
      signal: AbortSignal.timeout(patienceMs),
      // Only the configured server gets requests, even if it redirects.
      redirect: 'error',
    });
    const text = await readLimited(answer, MAX_ANSWER_BYTES);
    if (text === null) throw new GeocoderFailure('its answer is too long');
    if (!answer.ok) throw new GeocoderFailure(`it answered with status ${answer.status}`);
    return text;
  } catch (error) {
    if (error instanceof GeocoderFailure) throw error;
    throw new GeocoderFailure('no answer', error);
  }
}
