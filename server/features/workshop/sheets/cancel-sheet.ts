import type { Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import { findOrders } from '../../orders/repo.ts';
import { noteSheet } from './note-sheet.ts';
import { findSheet, markCancelled, presentSheet, sheetKey } from './repo.ts';

/**
 * Cancels a press sheet and removes its file; the job that makes it stops at its next picture.
 * @param by the admin's uid
 * @throws ShopError `not_found`
 */
export async function cancelSheet(
  { db, clock, storage }: Context,
  { id, by }: { id: string; by: string },
): Promise<Sheet> {
  await db.transaction(async (tx) => {
    if (!(await markCancelled(tx, id))) return;
    const sheet = await findSheet(tx, { id });
    const orders = await findOrders(tx, sheet?.orderIds ?? []);
    await noteSheet(tx, { by, sheetId: id, action: 'sheet_cancelled', orders }, clock());
  });
  const sheet = await findSheet(db.queries, { id });
  if (!sheet) throw new ShopError('not_found');
  if (sheet.state === 'cancelled') await storage.remove(sheetKey(id));
  return presentSheet(sheet);
}
