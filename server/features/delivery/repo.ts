import type { Coordinates } from '#domain/delivery/delivery.ts';
import type { Queries } from '#server/db/types.ts';

/**
 * Returns the cached point of a city; a null point when the geocoder does not know the city, and
 * undefined when it must be queried.
 * @param since older entries are expired, in milliseconds since 1970: of found places, and of
 *   misses
 */
export async function readGeocoded(
  db: Queries,
  city: string,
  since: { found: number; missed: number },
): Promise<{ point: Coordinates | null } | undefined> {
  const row = await db
    .selectFrom('geocoded_cities')
    .selectAll()
    .where('city', '=', city)
    .executeTakeFirst();
  if (!row) return undefined;
  const { lat, lng, requested_at } = row;
  const point = lat === null || lng === null ? null : { lat, lng };
  return requested_at >= (point ? since.found : since.missed) ? { point } : undefined;
}

export async function saveGeocoded(
  db: Queries,
  city: string,
  point: Coordinates | null,
  now: number,
): Promise<void> {
  const facts = { lat: point?.lat ?? null, lng: point?.lng ?? null, requested_at: now };
  await db
    .insertInto('geocoded_cities')
    .values({ city, ...facts })
    .onConflict((conflict) => conflict.column('city').doUpdateSet(facts))
    .execute();
}

/**
 * Reserves the next time to query the geocoder, so that all processes together respect its rate
 * limit.
 * @returns that time (milliseconds since 1970), or null when it would be later than `latest`
 */
export async function takeTurn(
  db: Queries,
  { now, latest, spacing }: { now: number; latest: number; spacing: number },
): Promise<number | null> {
  const row = await db
    .updateTable('geocoder_turns')
    .set(({ eb }) => ({
      next_at: eb
        .case()
        .when('next_at', '>', now)
        .then(eb('next_at', '+', spacing))
        .else(now + spacing)
        .end(),
    }))
    .where('next_at', '<=', latest)
    .returning('next_at')
    .executeTakeFirst();
  return row ? row.next_at - spacing : null;
}

/** Reserves no time before `until` (milliseconds since 1970). */
export async function postponeTurns(db: Queries, until: number): Promise<void> {
  await db
    .updateTable('geocoder_turns')
    .set({ next_at: until })
    .where('next_at', '<', until)
    .execute();
}
