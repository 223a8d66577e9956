import type { Context } from '../../context.ts';
import { LONGEST_SENDING_MS } from '../../ports/storage/storage.ts';
import { backupKey, deleteBackup, findOldBackups } from './repo.ts';

/** How long a copy waits to be fetched. */
const KEPT_MS = 3_600_000;

/**
 * Removes copies whose hour is over: the file first, then the row, so that a crash in between leaves
 * nothing that the next sweep does not find.
 * @param keptMs how long ago those ended that go
 * @returns how many went
 */
export async function sweepBackups(
  { db, storage, clock }: Context,
  keptMs = KEPT_MS,
): Promise<number> {
  const now = clock();
  const begun = now - LONGEST_SENDING_MS;
  const old = await findOldBackups(db.queries, { ended: now - keptMs, begun });
  for (const { id } of old) {
    await storage.remove(backupKey(id));
    await deleteBackup(db.queries, id);
  }
  return old.length;
}
