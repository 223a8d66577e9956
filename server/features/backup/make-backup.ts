import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { HOUR_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import type { CopyFailure } from '#server/db/tables/operation.ts';
import { type JobHandler, PermanentJobError, refuseDeadly } from '#server/jobs/worker.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import { backupKey, findBackup, findOldBackups, updateBackup } from './repo.ts';
import { writeInChild } from './write/write-in-child.ts';

export const MAKE_BACKUP = 'backup.make';
const payload = z.object({ id: z.string() });

/** Thrown when the backup's row was deleted while its file was written. */
class BackupUnwanted extends Error {}

/** Returns the job handler that makes backups; an interrupted one starts again, but once. */
export function backupHandlers(context: Context): Record<string, JobHandler> {
  return {
    [MAKE_BACKUP]: async (sent, job) => {
      const { id } = payload.parse(sent);
      const { db, clock } = context;
      const backup = await findBackup(db.queries, id);
      if (!backup || !(await updateBackup(db.queries, id, working(0)))) return;
      // Earlier ones are deleted first, to free their space.
      await sweepBackups(context, 0);
      try {
        refuseDeadly(job);
        await makeBackup(context, id, backup.with_pictures === 1);
      } catch (error) {
        if (error instanceof BackupUnwanted) return;
        const failure = failureOf(error);
        if (failure === 'unavailable') throw error;
        await updateBackup(db.queries, id, {
          ...{ state: 'failed', under_way: null, bytes: null, failure, ended_at: clock() },
        });
        throw giveUp(`backup ${id}`, error);
      }
    },
  };
}

const working = (progress: number) => ({ state: 'working', progress }) as const;

async function makeBackup(context: Context, id: string, withPictures: boolean): Promise<void> {
  const { db, storage, scratchDir, clock } = context;
  await refuseDamaged(context);
  const path = join(scratchDir, `${id}-${randomUUID()}.zip`);
  const files = withPictures ? 'inside' : null;
  try {
    const work = { kind: 'copy', path, files, madeAt: clock() } as const;
    const bytes = await writeInChild(context, work, async (progress) => {
      if (!(await updateBackup(db.queries, id, working(progress)))) throw new BackupUnwanted();
    });
    await storage.putFile(backupKey(id), path);
    const isWanted = await updateBackup(db.queries, id, {
      ...{ state: 'done', under_way: null, progress: 1, bytes, failure: null, ended_at: clock() },
    });
    if (!isWanted) await storage.remove(backupKey(id));
  } finally {
    await rm(path, { force: true });
  }
}

export function failureOf(error: unknown): CopyFailure {
  if (isFullDisk(error)) return 'disk_full';
  return error instanceof ShopError && error.code === 'unavailable' ? 'unavailable' : 'error';
}

/** Returns the error of a job that is not tried again. */
export function giveUp(what: string, cause: unknown): PermanentJobError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PermanentJobError(`${what}: ${reason}`, { cause });
}

/** A backup of a damaged database would be trusted, and replace an earlier intact one. */
export async function refuseDamaged({ db, damage }: Context): Promise<void> {
  const found = await db.findDamage();
  for (const line of found) damage.note({ database: line });
  if (found.length > 0) throw new Error(`the database is damaged: ${found[0]}`);
}

/** How long a backup can be downloaded. */
const KEPT_MS = HOUR_MS;

/**
 * Removes expired backups: the file first, then the row, so that after a crash in between the next
 * sweep still finds it.
 * @param keptMs how long backups are stored after they were made, in milliseconds
 * @returns how many were removed
 */
export async function sweepBackups(
  { db, storage, clock }: Context,
  keptMs = KEPT_MS,
): Promise<number> {
  const now = clock();
  const begun = now - ABANDONED_AFTER_MS;
  const old = await findOldBackups(db.queries, { ended: now - keptMs, begun });
  for (const { id } of old) {
    await storage.remove(backupKey(id));
    await db.queries.deleteFrom('backups').where('id', '=', id).execute();
  }
  return old.length;
}
