import type { FastifyInstance } from 'fastify';
import type { Backup } from '#contract/backup/backup.ts';
import * as calls from '#contract/backup/backup.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { type FileAnswer, serve, serveFile, succeed } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { newJobId } from '#server/lib/ids.ts';
import { backupKey, findBackup, MAKE_BACKUP } from './make-backup.ts';

const NOT_READY = 'La copia no está lista';
const LIMIT = { name: 'backup', points: 6, seconds: 3600 };

export function backupAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits } = context;
  const requests = limits.byKey(LIMIT);

  serve(app, calls.requestBackup, async ({ body, buyer }) => {
    requireFreshSignIn(context, buyer);
    await requests.consume(buyer.uid);
    const id = await requestBackup(context, { by: buyer.uid, ...body });
    return succeed({ backup: await readBackup(db.queries, id) });
  });

  serve(app, calls.readLatestBackup, async () => {
    const backup = await findBackup(db.queries);
    return succeed({ backup: backup ? presentBackup(backup) : null });
  });

  serve(app, calls.readBackup, async ({ params }) =>
    succeed({ backup: await readBackup(db.queries, params.id) }),
  );

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

/** @throws ShopError `not_found` */
async function readBackup(db: Queries, id: string): Promise<Backup> {
  const backup = await findBackup(db, id);
  if (!backup) throw new ShopError('not_found');
  return presentBackup(backup);
}

/** Opens a backup's file; first records who downloads it. @throws ShopError `not_found` */
async function openBackup(
  { db, clock, storage }: Context,
  { id, by }: { id: string; by: string },
): Promise<FileAnswer> {
  const backup = await findBackup(db.queries, id);
  if (backup?.state !== 'done') throw new ShopError('not_found', { message: NOT_READY });
  const note = { by, entity: 'export', entityId: id, action: 'backup_downloaded' } as const;
  await db.transaction((tx) => writeAudit(tx, note, clock()));
  const name = `copia-${dayOf(backup.created_at)}.zip`;
  return sendStored(storage, backupKey(id), { type: 'application/zip', name, message: NOT_READY });
}

/**
 * Enqueues a job that makes a backup.
 * @returns the backup's id
 * @throws ShopError `backup_under_way`
 */
export function requestBackup(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { by, pictures }: { by: string; pictures: boolean },
): Promise<string> {
  const now = clock();
  const id = newJobId(now);
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insertInto('backups')
      .values({
        ...{ id, state: 'waiting', under_way: 1, progress: 0, with_pictures: pictures ? 1 : 0 },
        ...{ requested_by: by, created_at: now },
      })
      .onConflict((conflict) => conflict.column('under_way').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new ShopError('backup_under_way');
    const changes = [{ field: 'pictures', to: pictures }];
    const note = { by, entity: 'export', entityId: id, action: 'backup_requested' } as const;
    await writeAudit(tx, { ...note, changes }, now);
    await enqueue(tx, { kind: MAKE_BACKUP, queue: 'slow', payload: { id } }, now);
    return id;
  });
}

function presentBackup(row: NonNullable<Awaited<ReturnType<typeof findBackup>>>): Backup {
  const { id, state, progress, bytes, failure } = row;
  return {
    ...{ id, state, progress, bytes, failure },
    pictures: row.with_pictures === 1,
    by: { uid: row.requested_by, email: row.email },
    createdAt: new Date(row.created_at).toISOString(),
  };
}
