import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { type JobHandler, PermanentJobError, refuseDeadly } from '#server/jobs/worker.ts';
import { isFullDisk, refuseFullDisk } from '#server/lib/disk-space.ts';
import { ABANDONED_AFTER_MS } from '#server/ports/storage/storage.ts';
import {
  backupKey,
  deleteBackup,
  endBackup,
  findBackup,
  findOldBackups,
  noteProgress,
} from './repo.ts';
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
      if (!backup || !(await noteProgress(db.queries, id, 0))) return;
      // Earlier ones are deleted first, to free their space.
      await sweepBackups(context, 0);
      try {
        refuseDeadly(job);
        await makeBackup(context, id, backup.with_pictures === 1);
      } catch (error) {
        if (error instanceof BackupUnwanted) return;
        if (error instanceof ShopError && error.code === 'unavailable') throw error;
        const failure = isFullDisk(error) ? 'disk_full' : 'error';
        await endBackup(db.queries, id, { state: 'failed', bytes: null, failure }, clock());
        const reason = error instanceof Error ? error.message : String(error);
        throw new PermanentJobError(`backup ${id}: ${reason}`, { cause: error });
      }
    },
  };
}

async function makeBackup(context: Context, id: string, withPictures: boolean): Promise<void> {
  const { db, storage, scratchDir, clock, config, damage } = context;
  await refuseDamaged(context);
  await refuseFullDisk(context.diskSpace);
  const path = join(scratchDir, `${id}-${randomUUID()}.zip`);
  const { database, dataDir, files, backup } = config;
  const request = {
    kind: 'copy' as const,
    config: { database, dataDir, files },
    ...{ path, files: withPictures ? ('inside' as const) : null, madeAt: clock() },
    passphrase: backup.passphrase,
  };
  const onProgress = async (progress: number) => {
    await refuseFullDisk(context.diskSpace);
    if (!(await noteProgress(db.queries, id, progress))) throw new BackupUnwanted();
  };
  try {
    const bytes = await writeInChild(request, {
      onProgress,
      onDamage: (file) => damage.note({ file }),
    });
    await storage.putFile(backupKey(id), path);
    const end = { state: 'done', bytes, failure: null } as const;
    if (!(await endBackup(db.queries, id, end, clock()))) await storage.remove(backupKey(id));
  } finally {
    await rm(path, { force: true });
  }
}

/** A backup of a damaged database would be trusted, and replace an earlier intact one. */
export async function refuseDamaged({ db, damage }: Context): Promise<void> {
  const found = await db.findDamage();
  for (const line of found) damage.note({ database: line });
  if (found.length > 0) throw new Error(`the database is damaged: ${found[0]}`);
}

/** How long a backup can be downloaded. */
const KEPT_MS = 3_600_000;

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
    await deleteBackup(db.queries, id);
  }
  return old.length;
}
