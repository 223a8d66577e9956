import type { Tx } from '../../db/types.ts';

/** Makes the ordered pictures of one account those of another. */
export async function detachUploads(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('uploads').set({ claimed_by: to }).where('claimed_by', '=', from).execute();
}
