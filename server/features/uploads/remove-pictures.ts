import * as z from 'zod';
import type { JobHandler } from '#server/jobs/worker.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { clearUploadOwners, deleteUnused, lockUploads } from './repo.ts';
import { fileKeys } from './urls.ts';

const KIND = 'pictures.remove';
const payload = z.object({ ids: z.array(z.string()) });

/**
 * Forgets an order's pictures that no other order uses, in the transaction that removes the order
 * and before it does: other orders that want the same pictures wait. The files go after the commit.
 * @param removeOrder takes the order away from its pictures
 */
export async function forgetPictures(
  tx: Tx,
  ids: readonly string[],
  { now, removeOrder }: { now: number; removeOrder: () => Promise<void> },
): Promise<void> {
  await lockUploads(tx, ids);
  await removeOrder();
  const gone = await deleteUnused(tx, ids);
  await enqueueRemoval(tx, gone, now);
}

/**
 * Removes the files of pictures whose orders stay, once the transaction commits. The rows stay for
 * their orders' sake, and are nobody's: no further order can have these pictures.
 */
export async function emptyPictures(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await lockUploads(tx, ids);
  await clearUploadOwners(tx, ids, now);
  await enqueueRemoval(tx, ids, now);
}

/** Has the files of forgotten pictures removed, once the transaction that forgot them commits. */
export async function enqueueRemoval(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await enqueue(tx, { kind: KIND, payload: { ids } }, now);
}

/** @returns what removes the files of forgotten pictures */
export function pictureHandlers({ storage }: Context): Record<string, JobHandler> {
  return {
    [KIND]: async (sent) => {
      const { ids } = payload.parse(sent);
      for (const key of ids.flatMap((id) => Object.values(fileKeys(id)))) {
        await storage.remove(key);
      }
    },
  };
}
