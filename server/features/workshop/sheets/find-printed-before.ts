import type { PrintedBefore } from '#contract/sheets.ts';
import { readStoredChanges } from '../../../audit/read-audit.ts';
import type { Tx } from '../../../db/types.ts';

/** Which orders were on a sheet before, with the latest; cancelled or failed ones do not count. */
export async function findPrintedBefore(tx: Tx, ids: readonly string[]): Promise<PrintedBefore[]> {
  const entries = await tx
    .selectFrom('audit_log')
    .select(['entity_id', 'action', 'at', 'changes'])
    .where('entity', '=', 'order')
    .where('entity_id', 'in', ids)
    .where('action', 'in', ['sheet_requested', 'sheet_cancelled'])
    .orderBy('id')
    .execute();
  const sheetsOf = new Map<string, Map<string, number>>(ids.map((id) => [id, new Map()]));
  for (const { entity_id, action, at, changes } of entries) {
    const sheetId = String(readStoredChanges(changes)[0]?.to);
    const sheets = sheetsOf.get(entity_id);
    if (action === 'sheet_requested') sheets?.set(sheetId, at);
    else sheets?.delete(sheetId);
  }
  const failed = await tx.selectFrom('sheets').select('id').where('state', '=', 'failed').execute();
  return [...sheetsOf].flatMap(([orderId, sheets]) => {
    for (const { id } of failed) sheets.delete(id);
    const at = [...sheets.values()].at(-1);
    return at === undefined ? [] : [{ orderId, at: new Date(at).toISOString() }];
  });
}
