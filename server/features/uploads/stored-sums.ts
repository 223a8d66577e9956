import { DAY_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { HashedClient } from '#server/limits/limits.ts';

const GIB = 1024 ** 3;
const ALL = '*';
/** Maximum bytes stored in one day: by one client, by its IPv6 network, by all together. */
const MAX_PER_DAY = { client: 4 * GIB, network: 10 * GIB, all: 40 * GIB };
const LONGEST_WAIT_S = 3600;

/**
 * Rejects a client that has reached today's limit; pictures that were ordered count, too.
 * @param now milliseconds since 1970
 * @throws ShopError `too_many_pending_uploads`
 */
export async function refuseHoarding(
  db: Queries,
  { client, network }: HashedClient,
  now: number,
): Promise<void> {
  const sums = await db
    .selectFrom('upload_sums')
    .select(['source', 'bytes'])
    .where('source', 'in', [client, network ?? client, ALL])
    .where('day', '=', dayOf(now))
    .execute();
  const stored = new Map(sums.map(({ source, bytes }) => [source, bytes]));
  const isOver = (source: string | null, max: number) =>
    source !== null && (stored.get(source) ?? 0) >= max;
  if (
    isOver(client, MAX_PER_DAY.client) ||
    isOver(network, MAX_PER_DAY.network) ||
    isOver(ALL, MAX_PER_DAY.all)
  ) {
    const untilTomorrowS = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
    const retryAfterS = Math.min(untilTomorrowS, LONGEST_WAIT_S);
    throw new ShopError('too_many_pending_uploads', { retryAfterS });
  }
}

/** Adds to the sums of a day, in the transaction that stores the picture. */
export async function addToSums(
  tx: Tx,
  { client, network }: HashedClient,
  { bytes, now }: { bytes: number; now: number },
): Promise<void> {
  // The sum of all clients last, so that its lock is as short as possible.
  for (const source of [client, network, ALL]) {
    if (source === null) continue;
    await tx
      .insertInto('upload_sums')
      .values({ source, day: dayOf(now), bytes })
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'day'])
          .doUpdateSet(({ ref, eb }) => ({ bytes: eb(ref('upload_sums.bytes'), '+', bytes) })),
      )
      .execute();
  }
}

/** Deletes the sums of days before today. */
export async function forgetOldSums(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('upload_sums').where('day', '<', dayOf(now)).execute();
}

/** Returns the day in UTC, such as `2026-03-09`. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
