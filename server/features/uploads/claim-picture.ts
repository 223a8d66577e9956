import type { Order } from '#domain/orders/order.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { Tx } from '#server/db/types.ts';
import { readCropColumns } from './crop-columns.ts';
import { claimUploads, knownUploads } from './repo.ts';

/** Claims a picture for an order. @returns its start crop, or why it cannot be claimed */
export async function claimPicture(
  tx: Tx,
  { order, id, now }: { order: Pick<Order, 'owner'>; id: string; now: number },
): Promise<{ start: Crop | null } | 'image_not_found' | 'image_already_ordered'> {
  const { kind, uid, guestEmail } = order.owner;
  // An order that is detached from its account has no pictures but its own.
  const owner = { uid: kind === 'account' ? uid : null, guestEmail };
  const { rows } = await claimUploads({ ids: [id], at: now, owner, keyClaim: null }).execute(tx);
  const [taken] = rows;
  if (taken) return { start: readCropColumns(taken) };
  const isKnown = (await knownUploads(tx, [id])).has(id);
  return isKnown ? 'image_already_ordered' : 'image_not_found';
}
