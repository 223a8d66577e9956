import type { Database } from './database.ts';

const EVERY_MS = 60_000;
/** A slower answer tells the time too vaguely. */
const MAX_TRIP_MS = 1000;
/** A smaller difference does no harm, and a clock that is set often does. */
const MIN_DRIFT_MS = 1000;

/**
 * Returns a clock that all processes of one database share: PostgreSQL's. Machines whose clocks differ by
 * minutes would take each other's leases for expired, and refuse each other's tokens. With SQLite there
 * is one process, and its machine's clock is returned.
 * @param machine the machine's clock, in milliseconds since 1970
 */
export async function shareClock(
  db: Pick<Database, 'readClock'>,
  machine: () => number = Date.now,
): Promise<{ clock: () => number; stop: () => void }> {
  let ahead = 0;

  async function compare(): Promise<boolean> {
    const sent = machine();
    const shared = await db.readClock();
    const received = machine();
    if (shared === null) return false;
    const found = shared - (sent + received) / 2;
    const isClear = received >= sent && received - sent <= MAX_TRIP_MS;
    if (isClear && Math.abs(found - ahead) >= MIN_DRIFT_MS) ahead = Math.round(found);
    return true;
  }

  const isShared = await compare();
  if (!isShared) return { clock: machine, stop: () => undefined };
  // Without an answer the last comparison holds.
  const timer = setInterval(() => void compare().catch(() => undefined), EVERY_MS).unref();
  return { clock: () => machine() + ahead, stop: () => clearInterval(timer) };
}
