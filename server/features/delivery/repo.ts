import type { Coordinates } from '#domain/delivery.ts';
import type { Queries } from '#server/db/types.ts';

/**
 * @param since answers of before (milliseconds since 1970) do not count: found places, misses
 * @returns undefined when the geocoder has to be asked, a null point when it knows no such place
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
 * Takes the next turn to ask the geocoder, so that all processes together ask one at a time.
 * @returns when it is (milliseconds since 1970), or null when that is later than `latest`
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

/** Leaves the geocoder alone until `until` (milliseconds since 1970). */
export async function postponeTurns(db: Queries, until: number): Promise<void> {
  await db
    .updateTable('geocoder_turns')
    .set({ next_at: until })
    .where('next_at', '<', until)
    .execute();
}
