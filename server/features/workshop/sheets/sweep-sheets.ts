import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { findOrders } from '#server/features/orders/repo.ts';
import { findSheet, sheetKey } from './find-sheets.ts';
import { deleteSheet, forgetRequests, noteSheet } from './repo.ts';

/** How long a sheet is kept after it was asked for. */
export const KEPT_MS = 86_400_000;

/**
 * Removes old press sheets: first nobody gets them any more, then the file goes, then the row, so
 * that a crash in between leaves nothing that the next sweep does not find.
 * @returns how many went
 */
export async function sweepSheets({ db, storage, clock }: Context): Promise<number> {
  const ids = await forgetRequests(db.queries, clock() - KEPT_MS);
  for (const id of ids) {
    await storage.remove(sheetKey(id));
    await db.transaction(async (tx) => {
      await noteUnmade(tx, id, clock());
      await deleteSheet(tx, id);
    });
  }
  return ids.length;
}

/** Or its orders would count as printed once the row is gone that tells how it ended. */
async function noteUnmade(tx: Tx, id: string, now: number): Promise<void> {
  const sheet = await findSheet(tx, { id });
  if (!sheet || ['done', 'cancelled'].includes(sheet.state)) return;
  const orders = await findOrders(tx, sheet.orderIds);
  await noteSheet(tx, { by: null, sheetId: id, action: 'sheet_cancelled', orders }, now);
}
