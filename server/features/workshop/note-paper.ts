import { writeAudit } from '../../audit/write-audit.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../http/serve-file.ts';

type Call = { buyer: { uid: string }; query: { ids: readonly string[] } };

/** Notes who takes names and addresses out of the shop, before the first page leaves. */
export async function notePaper(
  { db, clock }: Context,
  { buyer, query }: Call,
  file: FileAnswer,
): Promise<FileAnswer> {
  const note = {
    by: buyer.uid,
    entity: 'export',
    entityId: file.name,
    action: 'exported',
    changes: [{ field: 'orders', to: query.ids.length }],
  } as const;
  try {
    await db.transaction((tx) => writeAudit(tx, note, clock()));
  } catch (error) {
    file.content.destroy();
    throw error;
  }
  return file;
}
