import type { Selectable } from 'kysely';
import type { HealthCheck } from '#contract/health/health-admin.ts';
import { keysOf } from '#domain/base/keys.ts';
import { CHECKS, type CheckName } from '#domain/health/checks.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import { checks, type Found } from './checks.ts';

type Stored = Selectable<Schema['health_checks']>;
type NamedFound = Found & { name: CheckName };

/**
 * Runs every check.
 * @param stored the results of the last look
 * @param isLook false: what is expensive to read is not read again
 */
export async function runChecks(
  context: Context,
  stored: ReadonlyMap<string, Stored>,
  isLook: boolean,
): Promise<NamedFound[]> {
  return Promise.all(
    keysOf(CHECKS).map(async (name) => ({
      name,
      ...(await checks[name](context, stored.get(name)?.facts, isLook)),
    })),
  );
}

export async function readStored({ db }: Pick<Context, 'db'>): Promise<Map<string, Stored>> {
  const rows = await db.queries.selectFrom('health_checks').selectAll().execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** Returns since when a check is not ok; null while it is. */
export function sinceOf({ finding }: Found, stored: Stored | undefined, now: number) {
  if (finding.state === 'ok') return null;
  return stored?.since ?? finding.since ?? now;
}

/** Returns the shop's health: mails, jobs and disk now, the rest as at the last look. */
export async function readChecks(context: Context): Promise<HealthCheck[]> {
  const stored = await readStored(context);
  const now = context.clock();
  return (await runChecks(context, stored, false)).map((found) => {
    const since = sinceOf(found, stored.get(found.name), now);
    const { state, text } = found.finding;
    return { name: found.name, state, text, since: isoTime(since) };
  });
}
