import type { Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import { findOrders } from '../../orders/repo.ts';
import { findSheet } from './find-sheets.ts';
import { noteSheet } from './note-sheet.ts';
import { presentSheet, sheetKey } from './present-sheet.ts';
import { markCancelled } from './repo.ts';

/** Cancels a sheet; its job stops at the next picture. @throws ShopError `not_found` */
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
