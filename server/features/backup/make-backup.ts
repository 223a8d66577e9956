import type { Updateable } from 'kysely';
import * as z from 'zod';
import { HOUR_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { doLongWork } from '#server/jobs/long-work.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import { copyInChild, failureOf } from './copy-in-child.ts';

export const MAKE_BACKUP = 'backup.make';
const payload = z.object({ id: z.string() });

/**
 * Returns the backup with this id, by default the latest, if there is one, with the e-mail of the
 * admin who requested it; null: the account was removed.
 */
export function findBackup(db: Queries, id?: string) {
  return db
    .selectFrom('backups')
    .leftJoin('people', 'people.uid', 'backups.requested_by')
    .selectAll('backups')
    .select('people.email')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function backupKey(id: string): string {
  return `${id}.zip`;
}

/** Returns the job handler that makes backups; an interrupted one starts again, but once. */
export function backupHandlers(context: Context): Record<string, JobHandler> {
  const { db, storage, clock } = context;
  return {
    [MAKE_BACKUP]: async (sent, job) => {
      const { id } = payload.parse(sent);
      const backup = await findBackup(db.queries, id);
      /** Changes it while it is in progress. @returns false when it was deleted meanwhile */
      const update = async (values: Updateable<Schema['backups']>) => {
        const inProgress = db.queries.updateTable('backups').set(values).where('under_way', '=', 1);
        const { numUpdatedRows } = await inProgress.where('id', '=', id).executeTakeFirstOrThrow();
        return numUpdatedRows > 0;
      };
      if (!backup || !(await update({ state: 'working', progress: 0 }))) return;
      // Earlier ones are deleted first, to free their space.
      await sweepBackups(context, 0);
      const files = backup.with_pictures === 1 ? 'inside' : null;
      await doLongWork({
        ...{ what: `backup ${id}`, job },
        work: () =>
          copyInChild(
            context,
            { kind: 'copy', files },
            {
              onProgress: (progress) => update({ progress }),
              async onWritten(path, bytes) {
                await storage.putFile(backupKey(id), path);
                const end = { under_way: null, progress: 1, bytes, ended_at: clock() };
                if (!(await update({ state: 'done', ...end }))) await storage.remove(backupKey(id));
              },
            },
          ),
        async noteFailure(error) {
          const failure = failureOf(error);
          if (failure === 'unavailable') return;
          await update({ state: 'failed', under_way: null, failure, ended_at: clock() });
        },
      });
    },
  };
}

/** How long a backup can be downloaded. */
const KEPT_MS = HOUR_MS;

/**
 * Removes expired backups, and unfinished ones of yesterday: the file first, then the row, so that
 * after a crash in between the next sweep still finds it.
 * @param keptMs how long backups are stored after they were made, in milliseconds
 * @returns how many were removed
 */
export async function sweepBackups(
  { db, storage, clock }: Context,
  keptMs = KEPT_MS,
): Promise<number> {
  const now = clock();
  const old = await db.queries
    .selectFrom('backups')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('ended_at', '<=', now - keptMs),
        eb('under_way', '=', 1).and('created_at', '<=', now - ABANDONED_AFTER_MS),
      ]),
    )
    .execute();
  for (const { id } of old) {
    await storage.remove(backupKey(id));
    await db.queries.deleteFrom('backups').where('id', '=', id).execute();
  }
  return old.length;
}
