import type { Context } from '../../../context.ts';
import { sheetKey } from './present-sheet.ts';
import { deleteSheet, forgetRequests } from './repo.ts';

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
    await deleteSheet(db.queries, id);
  }
  return ids.length;
}
