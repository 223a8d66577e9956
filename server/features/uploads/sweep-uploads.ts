import { WAITING_PICTURE_HOURS } from '#domain/retention.ts';
import type { Context } from '../../context.ts';
import { LONGEST_SENDING_MS } from '../../ports/storage/storage.ts';
import { sweepFolder } from '../../sweep-folder.ts';
import { enqueueRemoval } from './remove-pictures.ts';
import { deleteWaitingBefore } from './repo.ts';
import { forgetOldSums } from './stored-sums.ts';

const HOUR_MS = 3_600_000;
export const WAITING_MS = WAITING_PICTURE_HOURS * HOUR_MS;

/**
 * Removes pictures that nobody ordered in time: first the row, on which an order would fail, then
 * the files, by a job that outlives a crash; and what broken uploads left behind.
 * @returns how many pictures went
 */
export async function sweepUploads(context: Context): Promise<number> {
  const { db, clock, jobNotifier, storage, scratchDir } = context;
  const gone = await db.transaction(async (tx) => {
    const ids = await deleteWaitingBefore(tx, clock() - WAITING_MS);
    await enqueueRemoval(tx, ids, clock());
    await forgetOldSums(tx, clock());
    return ids.length;
  });
  jobNotifier.notify();
  await sweepFolder(scratchDir, clock() - HOUR_MS);
  await storage.sweep(clock() - LONGEST_SENDING_MS);
  return gone;
}
