import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backup.ts';
import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Context } from '../../context.ts';
import { type FileAnswer, serve, serveFile, succeed } from '../../http/route.ts';
import { requireFreshSignIn } from '../people/fresh-sign-in.ts';
import { backupKey, findBackup, presentBackup } from './repo.ts';
import { requestBackup } from './request-backup.ts';

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

/** Writes down who takes it, before the first byte leaves. @throws ShopError `not_found` */
async function openBackup(
  { db, clock, storage }: Context,
  { id, by }: { id: string; by: string },
): Promise<FileAnswer> {
  const backup = await findBackup(db.queries, id);
  const isDone = backup?.state === 'done';
  if (!isDone) throw new ShopError('not_found', { message: 'La copia no está lista' });
  const note = { by, entity: 'export', entityId: id, action: 'backup_downloaded' } as const;
  await db.transaction((tx) => writeAudit(tx, { ...note, changes: [] }, clock()));
  const file = await storage.open(backupKey(id));
  if (!file) throw new ShopError('not_found', { message: 'La copia no está lista' });
  return {
    content: file.stream,
    type: 'application/zip',
    name: `copia-${dayOf(backup.created_at)}.zip`,
    bytes: file.bytes,
  };
}
