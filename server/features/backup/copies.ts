import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { addDays, dayOf, toLocalTime } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import type { CopyFailure } from '#server/db/tables/operation.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type JobHandler, PermanentJobError, refuseDeadly } from '#server/jobs/worker.ts';
import { isFullDisk, refuseFullDisk } from '#server/lib/disk-space.ts';
import { refuseDamaged } from './make-backup.ts';
import { writeInChild } from './write/write-in-child.ts';

export const NIGHTLY_COPY = 'backup.nightly';
const payload = z.object({ day: z.string() });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Chilean time: the shop has few visitors then. */
const FROM = '04:30';
const UNTIL = '06:30';

type CopyEnd = {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** Why it failed; null: it is good. */
  failure: CopyFailure | null;
};

export type Copies = {
  /** The last nightly copy that ended; null: none has. */
  lastCopy: (CopyEnd & { bytes: number | null }) | null;
  /** When the newest good copy was made; null: there is none. */
  lastGoodAt: number | null;
  /** The last time that a copy was restored whole into a temporary folder. */
  lastTrial: (CopyEnd & { orders: number | null }) | null;
  /** `data`: in the data folder itself, without the files. */
  where: 'data' | 'folder' | 'bucket';
  /** Whether the copies go with the disk of the data folder. */
  isSameDisk: boolean;
};

/** Returns when the last nightly copy and the last trial restore ended, and how. */
export async function readCopies(context: Context): Promise<Copies> {
  const rows = context.db.queries.selectFrom('nightly_copies').selectAll();
  const find = (column: 'ended_at' | 'trial_at') =>
    rows.where(column, 'is not', null).orderBy(column, 'desc').limit(1).executeTakeFirst();
  const [copy, trial] = [await find('ended_at'), await find('trial_at')];
  const good = await rows
    .where('bytes', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    lastCopy: copy?.ended_at
      ? { at: copy.ended_at, failure: copy.failure, bytes: copy.bytes }
      : null,
    lastGoodAt: good?.ended_at ?? null,
    lastTrial: trial?.trial_at
      ? { at: trial.trial_at, failure: trial.trial_failure, orders: trial.trial_orders }
      : null,
    where: context.config.backup.place.kind,
    isSameDisk: await isSameDisk(context),
  };
}

async function isSameDisk({ config: { backup, dataDir } }: Context): Promise<boolean> {
  const { place } = backup;
  if (place.kind !== 'folder') return place.kind === 'data';
  const [own, other] = await Promise.all([stat(dataDir), stat(place.folder).catch(() => null)]);
  return own.dev === other?.dev;
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
      const { db, clock } = context;
      const end = (values: { failure: CopyFailure | null; bytes: number | null }) =>
        db.queries
          .updateTable('nightly_copies')
          .set({ ...values, ended_at: clock() })
          .where('day', '=', day)
          .execute();
      try {
        refuseDeadly(job);
        await refuseDamaged(context);
        await refuseFullDisk(context.diskSpace);
        const bytes = await makeInChild(context, { kind: 'night', day, madeAt: clock() });
        await end({ failure: null, bytes });
      } catch (error) {
        await end({ failure: failureOf(error), bytes: null });
        if (failureOf(error) === 'unavailable') throw error;
        throw new PermanentJobError(`nightly copy of ${day}: ${reasonOf(error)}`, { cause: error });
      }
      const { lastTrial } = await readCopies(context);
      if (lastTrial && lastTrial.failure === null && lastTrial.at > clock() - TRIAL_EVERY_MS)
        return;
      await tryLatest(context, day);
    },
  };
}

async function tryLatest(context: Context, day: string): Promise<void> {
  const { db, clock } = context;
  const end = (values: { trial_failure: CopyFailure | null; trial_orders: number | null }) =>
    db.queries
      .updateTable('nightly_copies')
      .set({ ...values, trial_at: clock() })
      .where('day', '=', day)
      .execute();
  try {
    const orders = await makeInChild(context, { kind: 'trial', day, madeAt: clock() });
    await end({ trial_failure: null, trial_orders: orders });
  } catch (error) {
    await end({ trial_failure: failureOf(error), trial_orders: null });
    throw new PermanentJobError(`trial restore: ${reasonOf(error)}`, { cause: error });
  }
}

/** Works in a process of its own; returns the copy's size in bytes, or the restored orders. */
async function makeInChild(
  { config, scratchDir, diskSpace, damage }: Context,
  request: { kind: 'night' | 'trial'; day: string; madeAt: number },
): Promise<number> {
  const folder = join(scratchDir, `night-${randomUUID()}`);
  const { database, dataDir, files, backup } = config;
  try {
    return await writeInChild(
      { ...request, config: { database, dataDir, files, backup }, folder },
      {
        onProgress: () => refuseFullDisk(diskSpace),
        onDamage: (file) => damage.note({ file }),
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function failureOf(error: unknown): CopyFailure {
  if (isFullDisk(error)) return 'disk_full';
  return error instanceof ShopError && error.code === 'unavailable' ? 'unavailable' : 'error';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
