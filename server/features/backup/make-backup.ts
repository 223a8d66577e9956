import * as z from 'zod';
import { HOUR_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import { attempt, copyInChild } from './copy-in-child.ts';
import { backupKey, findBackup, updateBackup } from './repo.ts';

export const MAKE_BACKUP = 'backup.make';
const payload = z.object({ id: z.string() });

/** Returns the job handler that makes backups; an interrupted one starts again, but once. */
export function backupHandlers(context: Context): Record<string, JobHandler> {
  const { db, storage, clock } = context;
  return {
    [MAKE_BACKUP]: async (sent, job) => {
      const { id } = payload.parse(sent);
      const update = (values: Parameters<typeof updateBackup>[2]) =>
        updateBackup(db.queries, id, values);
      const backup = await findBackup(db.queries, id);
      if (!backup || !(await update({ state: 'working', progress: 0 }))) return;
      // Earlier ones are deleted first, to free their space.
      await sweepBackups(context, 0);
      const files = backup.with_pictures === 1 ? 'inside' : null;
      await attempt({
        what: `backup ${id}`,
        job,
        work: () =>
          copyInChild(
            context,
            { kind: 'copy', files },
            {
              onProgress: (progress) => update({ progress }),
              async onWritten(path, bytes) {
                await storage.putFile(backupKey(id), path);
                const end = {
                  state: 'done',
                  under_way: null,
                  progress: 1,
                  ended_at: clock(),
                } as const;
                if (!(await update({ ...end, bytes }))) await storage.remove(backupKey(id));
              },
            },
          ),
        noteFailure: async (failure) => {
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
