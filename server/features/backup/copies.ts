import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Updateable } from 'kysely';
import * as z from 'zod';
import { addDays, DAY_MS, dayOf, HOUR_MS, toLocalTime } from '#domain/base/dates.ts';
import type { CopiesFacts } from '#domain/health/checks.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type JobHandler, refuseDeadly } from '#server/jobs/worker.ts';
import { failureOf, giveUp, refuseDamaged } from './make-backup.ts';
import { writeInChild } from './write/write-in-child.ts';

export const NIGHTLY_COPY = 'backup.nightly';
const payload = z.object({ day: z.string() });

/** Chilean time: the shop has few visitors then. */
const FROM = '04:30';
const UNTIL = '06:30';

/** Returns when the newest good copy was made, when one was last tried, and where they are. */
export async function readCopies(context: Context): Promise<Omit<CopiesFacts, 'expectedSince'>> {
  const rows = context.db.queries.selectFrom('nightly_copies');
  const good = await rows
    .select(({ fn }) => fn.max<number | null>('ended_at').as('at'))
    .where('bytes', 'is not', null)
    .executeTakeFirst();
  const trial = await rows
    .select(['trial_at', 'trial_failure'])
    .where('trial_at', 'is not', null)
    .orderBy('trial_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...{ lastCopy: good?.at ?? null, lastTrial: trial?.trial_at ?? null },
    isTrialFailed: trial?.trial_failure != null,
    place: await findPlace(context),
  };
}

async function findPlace({ config: { backup, dataDir } }: Context): Promise<CopiesFacts['place']> {
  const { place } = backup;
  if (place.kind !== 'folder') return place.kind === 'data' ? 'same' : 'apart';
  const [own, other] = await Promise.all([stat(dataDir), stat(place.folder).catch(() => null)]);
  return own.dev === other?.dev ? 'lost' : 'apart';
}

/**
 * Enqueues the copy of a night, once; a machine that is off at night makes it at another time.
 * Called several times an hour.
 */
export async function beginNightlyCopy({ db, clock }: Context): Promise<void> {
  const now = clock();
  const time = toLocalTime(now).slice(11, 16);
  const day = time < FROM ? addDays(dayOf(now), -1) : dayOf(now);
  const isNight = time >= FROM && time < UNTIL;
  if (!isNight && (await findLastBegin({ db })) > now - DAY_MS) return;
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insertInto('nightly_copies')
      .values({ day, begun_at: now })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!inserted) return;
    await enqueue(tx, { kind: NIGHTLY_COPY, queue: 'slow', payload: { day } }, now);
    // Longer than any copy is kept.
    const before = addDays(day, -400);
    await tx.deleteFrom('nightly_copies').where('day', '<', before).execute();
  });
}

/** Returns when the last copy was begun; without one, when the first order was placed. */
async function findLastBegin({ db }: Pick<Context, 'db'>): Promise<number> {
  const last = await db.queries
    .selectFrom('nightly_copies')
    .select(({ fn }) => fn.max<number | null>('begun_at').as('at'))
    .executeTakeFirst();
  if (last?.at) return last.at;
  const first = await db.queries
    .selectFrom('orders')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at ?? Number.POSITIVE_INFINITY;
}

const TRIAL_EVERY_MS = 7 * DAY_MS - HOUR_MS;

/** Returns the job handler of nightly copies; once a week it also restores the newest one. */
export function nightlyCopyHandlers(context: Context): Record<string, JobHandler> {
  return {
    [NIGHTLY_COPY]: async (sent, job) => {
      const { day } = payload.parse(sent);
      const { clock } = context;
      try {
        refuseDeadly(job);
        await refuseDamaged(context);
        const bytes = await workInFolder(context, 'night', day);
        await updateCopy(context, day, { failure: null, bytes, ended_at: clock() });
      } catch (error) {
        const failure = failureOf(error);
        await updateCopy(context, day, { failure, bytes: null, ended_at: clock() });
        throw failure === 'unavailable' ? error : giveUp(`nightly copy of ${day}`, error);
      }
      const { lastTrial, isTrialFailed } = await readCopies(context);
      const isTried = !isTrialFailed && (lastTrial ?? 0) > clock() - TRIAL_EVERY_MS;
      if (!isTried) await tryLatest(context, day);
    },
  };
}

async function tryLatest(context: Context, day: string): Promise<void> {
  const { clock } = context;
  try {
    const orders = await workInFolder(context, 'trial', day);
    const result = { trial_failure: null, trial_orders: orders };
    await updateCopy(context, day, { ...result, trial_at: clock() });
  } catch (error) {
    const result = { trial_failure: failureOf(error), trial_orders: null };
    await updateCopy(context, day, { ...result, trial_at: clock() });
    throw giveUp('trial restore', error);
  }
}

async function updateCopy(
  { db }: Context,
  day: string,
  values: Updateable<Schema['nightly_copies']>,
): Promise<void> {
  await db.queries.updateTable('nightly_copies').set(values).where('day', '=', day).execute();
}

/** Returns the copy's size in bytes, or the number of restored orders. */
async function workInFolder(
  context: Context,
  kind: 'night' | 'trial',
  day: string,
): Promise<number> {
  const folder = join(context.scratchDir, `night-${randomUUID()}`);
  try {
    return await writeInChild(context, { kind, day, folder, madeAt: context.clock() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
