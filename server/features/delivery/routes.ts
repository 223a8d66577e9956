import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { geocodeCity } from '#contract/delivery/geocode.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { comunas } from '#domain/delivery/comunas.ts';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { regions } from '#domain/delivery/regions.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import type { Log } from '#server/lib/log.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import { postponeTurns, readGeocoded, saveGeocoded, takeTurn } from './repo.ts';

export function deliveryRoutes(app: FastifyInstance, context: Context): void {
  const geocode = createGeocodeCity(context, app.log);
  const looking = limitRate(context, { name: 'geocode', points: 300, seconds: 600 });

  serve(app, geocodeCity, async ({ body }) => succeed({ point: await geocode(body.city) }), {
    onRequest: [looking],
  });
}

/** Public geocoders allow one request per second; the rest allows for jitter. */
const SPACING_MS = 1100;
/** How long a request waits for its turn; without an answer the map can still be used. */
const MAX_WAIT_MS = 3000;
/** How long a geocoder is not queried after it failed. */
const PAUSE_MS = 30_000;
const KEEPS_FOUND_MS = 180 * DAY_MS;
const KEEPS_MISSED_MS = 7 * DAY_MS;

const known = new Map(
  regions.flatMap(({ cities }) => cities.map(({ name, lat, lng }) => [name, { lat, lng }])),
);
const comunaNames = new Set(comunas.map(({ name }) => name));

type GeocodeCity = (city: string) => Promise<Coordinates | null>;

/**
 * Returns a function that finds the coordinates of a commune that the shop delivers to: in the
 * shop's own list, in the cache, or from the geocoder, at most once per second. It returns null
 * when the commune is unknown or the geocoder cannot be queried now.
 */
function createGeocodeCity(context: Context, log: Log): GeocodeCity {
  const underWay = new Map<string, Promise<Coordinates | null>>();

  return async (city) => {
    const point = known.get(city);
    if (point) return point;
    if (!context.geocoder || !comunaNames.has(city)) return null;
    const pending = underWay.get(city) ?? lookUp(context, city, log);
    underWay.set(city, pending);
    return pending.finally(() => underWay.delete(city));
  };
}

async function lookUp(context: Context, city: string, log: Log): Promise<Coordinates | null> {
  const { db, clock } = context;
  const cached = await readCache(context, city);
  if (cached) return cached.point;
  const now = clock();
  const turn = { now, latest: now + MAX_WAIT_MS, spacing: SPACING_MS };
  const turnAt = await takeTurn(db.queries, turn);
  if (turnAt === null) return null;
  await sleep(turnAt - now);
  // Another process may have queried it while this one waited.
  const fresh = await readCache(context, city);
  if (fresh) return fresh.point;
  return ask(context, city).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure || error instanceof ProviderRefusal)) throw error;
    log.warn({ reason: error.message }, 'the geocoder failed');
    await postponeTurns(db.queries, clock() + PAUSE_MS);
    return null;
  });
}

async function ask({ db, clock, geocoder }: Context, city: string): Promise<Coordinates | null> {
  const point = (await geocoder?.find(city)) ?? null;
  await saveGeocoded(db.queries, city, point, clock());
  return point;
}

function readCache({ db, clock }: Context, city: string) {
  const now = clock();
  return readGeocoded(db.queries, city, {
    found: now - KEEPS_FOUND_MS,
    missed: now - KEEPS_MISSED_MS,
  });
}
