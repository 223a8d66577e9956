import type { FastifyInstance } from 'fastify';
import type { Backup } from '#contract/backup/backup.ts';
import * as calls from '#contract/backup/backup.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { type FileAnswer, serve, serveFile, succeed } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { newJobId } from '#server/lib/ids.ts';
import { MAKE_BACKUP } from './make-backup.ts';
import { backupKey, findBackup, insertBackup, presentBackup } from './repo.ts';

const NOT_READY = 'La copia no está lista';
const LIMIT = { name: 'backup', points: 6, seconds: 3600 };

export function backupAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits } = context;
  const requests = limits.byKey(LIMIT);

  serve(app, calls.requestBackup, async ({ body, buyer }) => {
    requireFreshSignIn(context, buyer);
    await requests.consume(buyer.uid);
    return succeed({ backup: await requestBackup(context, { by: buyer.uid, ...body }) });
  });

  serve(app, calls.readLatestBackup, async () => {
    const backup = await findBackup(db.queries);
    return succeed({ backup: backup && presentBackup(backup) });
  });

  serve(app, calls.readBackup, async ({ params }) => {
    const backup = await findBackup(db.queries, params.id);
    if (!backup) throw new ShopError('not_found');
    return succeed({ backup: presentBackup(backup) });
  });

  serveFile(app, calls.downloadBackup, async ({ params, buyer, request }) => {
    requireFreshSignIn(context, buyer);
    const file = await openBackup(context, { id: params.id, by: buyer.uid });
    request.log.info(
      { account: buyer.uid, action: 'backup_downloaded', subject: params.id },
      'data left the shop',
    );
    return file;
  });
}

/** Opens a backup's file; first records who downloads it. @throws ShopError `not_found` */
async function openBackup(
  { db, clock, storage }: Context,
  { id, by }: { id: string; by: string },
): Promise<FileAnswer> {
  const backup = await findBackup(db.queries, id);
  const isDone = backup?.state === 'done';
  if (!isDone) throw new ShopError('not_found', { message: NOT_READY });
  const note = { by, entity: 'export', entityId: id, action: 'backup_downloaded' } as const;
  await db.transaction((tx) => writeAudit(tx, note, clock()));
  return sendStored(storage, backupKey(id), {
    ...{
      type: 'application/zip',
      name: `copia-${dayOf(backup.created_at)}.zip`,
      message: NOT_READY,
    },
  });
}

/** Enqueues a job that makes a backup. @throws ShopError `backup_under_way` */
async function requestBackup(
  { db, clock }: Context,
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
  if (!backup) throw new Error('the backup was not stored');
  return presentBackup(backup);
}
