import { access, constants, stat } from 'node:fs/promises';
import type { Updateable } from 'kysely';
import * as z from 'zod';
import { addDays, DAY_MS, dayOf, HOUR_MS, toLocalTime } from '#domain/base/dates.ts';
import type { CopiesFacts } from '#domain/health/checks.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { doLongWork } from '#server/jobs/long-work.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { within } from '#server/lib/within.ts';
import { copyInChild, failureOf } from './copy-in-child.ts';

export const NIGHTLY_COPY = 'backup.nightly';
const payload = z.object({ day: z.string() });

/** Chilean time: the shop has few visitors then. */
const FROM = '04:30';
const UNTIL = '06:30';

/** Returns when the newest good copy was made, when one was last tried, and where they are. */
export async function readCopies(context: Context): Promise<Omit<CopiesFacts, 'expectedSince'>> {
  const nights = await context.db.queries
    .selectFrom('nightly_copies')
    .select(['ended_at', 'bytes', 'trial_at', 'trial_failure'])
    .orderBy('day', 'desc')
    .execute();
  const trial = nights.find(({ trial_at }) => trial_at !== null);
  return {
    lastCopy: nights.find(({ bytes }) => bytes !== null)?.ended_at ?? null,
    lastTrial: trial?.trial_at ?? null,
    isTrialFailed: trial != null && trial.trial_failure !== null,
    place: await findPlace(context),
  };
}

async function findPlace({ config: { backup, dataDir } }: Context): Promise<CopiesFacts['place']> {
  const { place } = backup;
  if (place.kind !== 'folder') return place.kind === 'data' ? 'same' : 'apart';
  if (!(await canWrite(place.folder))) return 'missing';
  const [own, other] = await Promise.all([stat(dataDir), stat(place.folder)]);
  return own.dev === other.dev ? 'lost' : 'apart';
}

const canWrite = (folder: string) =>
  access(`${folder}/`, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** A network folder whose server is away may never answer. */
const PATIENCE_MS = 3000;

/** Returns a line for the log if the folder of the copies cannot be used; the shop runs without it. */
export async function copyWarnings({ backup: { place } }: Pick<Config, 'backup'>) {
  if (place.kind !== 'folder') return [];
  if (await within(PATIENCE_MS, () => canWrite(place.folder))) return [];
  return [
    `BACKUP_DIR: la carpeta ${place.folder} no está o no se puede escribir en ella; sin ella no hay copias de seguridad. Conecta su disco o corrige la variable`,
  ];
}

/**
 * Enqueues the copy of a night, once; a machine that is off at night makes it at another time, but
 * not on the first day of a shop. Called several times an hour.
 */
export async function beginNightlyCopy({ db, clock }: Context): Promise<void> {
  const now = clock();
  const time = toLocalTime(now).slice(11, 16);
  const day = time < FROM ? addDays(dayOf(now), -1) : dayOf(now);
  const isNight = time >= FROM && time < UNTIL;
  if (!isNight && !(await hasOrderBefore(db.queries, now - DAY_MS))) return;
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

async function hasOrderBefore(db: Queries, time: number): Promise<boolean> {
  const old = db.selectFrom('orders').select('id').where('created_at', '<', time).limit(1);
  return (await old.executeTakeFirst()) !== undefined;
}

const TRIAL_EVERY_MS = 7 * DAY_MS - HOUR_MS;

/** Returns the job handler of nightly copies; once a week it also restores the newest one. */
export function nightlyCopyHandlers(context: Context): Record<string, JobHandler> {
  const { db, clock } = context;
  return {
    [NIGHTLY_COPY]: async (sent, job) => {
      const { day } = payload.parse(sent);
      const update = (values: Updateable<Schema['nightly_copies']>) =>
        db.queries.updateTable('nightly_copies').set(values).where('day', '=', day).execute();
      await doLongWork({
        what: `nightly copy of ${day}`,
        job,
        work: async () => {
          const bytes = await copyInChild(context, { kind: 'night', day });
          await update({ failure: null, bytes, ended_at: clock() });
        },
        noteFailure: (error) =>
          update({ failure: failureOf(error), bytes: null, ended_at: clock() }),
      });
      const { lastTrial, isTrialFailed } = await readCopies(context);
      if (!isTrialFailed && (lastTrial ?? 0) > clock() - TRIAL_EVERY_MS) return;
      await doLongWork({
        what: 'trial restore',
        job,
        work: async () => {
          const trial_orders = await copyInChild(context, { kind: 'trial' });
          await update({ trial_failure: null, trial_orders, trial_at: clock() });
        },
        noteFailure: (error) =>
          update({ trial_failure: failureOf(error), trial_orders: null, trial_at: clock() }),
      });
    },
  };
}
