import type { FastifyRequest } from 'fastify';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { type AuditNote, writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { takeTurn } from '../../../take-turn.ts';

type Call = { buyer: { uid: string }; request: FastifyRequest };

/** Notes who takes all orders of a filter out of the shop, before the first line leaves. */
export function noteExport(
  context: Context,
  call: Call & { query: OrderFilter },
  file: FileAnswer,
): Promise<FileAnswer> {
  // A search may hold a person's name: the trail says only that there was one.
  const { q, ...rest } = call.query;
  const changes: AuditNote['changes'][number][] = Object.entries(rest).map(([field, to]) => ({
    field,
    to,
  }));
  if (q !== undefined) changes.push({ field: 'q' });
  return note(context, call, file, {
    entity: 'export',
    entityId: file.name,
    action: 'exported',
    changes,
  });
}

/** Notes who opens an order's originals: all of them, or the one of the address. */
export function noteOriginals(
  context: Context,
  call: Call & { params: { id: string; n?: string } },
  file: FileAnswer,
): Promise<FileAnswer> {
  const { id, n } = call.params;
  return note(context, call, file, {
    entity: 'order',
    entityId: id,
    action: 'originals_opened',
    changes: [n === undefined ? { field: 'pictures' } : { field: 'picture', to: Number(n) }],
  });
}

async function note(
  { db, clock }: Context,
  { buyer, request }: Call,
  file: FileAnswer,
  entry: Omit<AuditNote, 'by'>,
): Promise<FileAnswer> {
  try {
    await takeTurn();
    await db.transaction((tx) => writeAudit(tx, { ...entry, by: buyer.uid }, clock()));
  } catch (error) {
    file.content.destroy();
    throw error;
  }
  const { action, entityId: subject } = entry;
  request.log.info({ account: buyer.uid, action, subject }, 'data left the shop');
  return file;
}
