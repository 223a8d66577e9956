import type { Backup } from '#contract/backup.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Context } from '../../context.ts';
import { newJobId } from '../../ids.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { MAKE_BACKUP } from './make-backup.ts';
import { findBackup, insertBackup, presentBackup } from './repo.ts';

/** Has a copy of the shop made, by a job. @throws ShopError `backup_under_way` */
export async function requestBackup(
  { db, clock, jobNotifier }: Context,
  { by, pictures }: { by: string; pictures: boolean },
): Promise<Backup> {
  const now = clock();
  const id = newJobId(now);
  const backup = await db.transaction(async (tx) => {
    const isFirst = await insertBackup(tx, {
      ...{ id, state: 'waiting', under_way: 1, progress: 0, with_pictures: pictures ? 1 : 0 },
      ...{ bytes: null, failure: null, requested_by: by, created_at: now, ended_at: null },
    });
    if (!isFirst) throw new ShopError('backup_under_way');
    const changes = [{ field: 'pictures', to: pictures }];
    const note = { by, entity: 'export', entityId: id, action: 'backup_requested' } as const;
    await writeAudit(tx, { ...note, changes }, now);
    await enqueue(tx, { kind: MAKE_BACKUP, queue: 'slow', payload: { id } }, now);
    return findBackup(tx, id);
  });
  jobNotifier.notify();
  if (!backup) throw new Error('the backup was not kept');
  return presentBackup(backup);
}
