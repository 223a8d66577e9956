import type { Tx } from '#server/db/types.ts';
import { detachUploads } from '#server/features/uploads/repo.ts';

const PREFIX = 'former:';

/**
 * Takes an account's orders and their pictures out of its history: they were placed by somebody who
 * did not own its e-mail. For the shop they stay as they are, an account's orders; it is one that
 * nobody has.
 */
export async function detachOrders(tx: Tx, uid: string): Promise<void> {
  const former = formerUid(uid);
  await tx.updateTable('orders').set({ user_uid: former }).where('user_uid', '=', uid).execute();
  await detachUploads(tx, uid, former);
}

/** Returns what stands for an account in the orders that were detached from it. */
export function formerUid(uid: string): string {
  return `${PREFIX}${uid}`;
}

export function isDetached({ user_uid }: { user_uid: string | null }): boolean {
  return user_uid?.startsWith(PREFIX) ?? false;
}
