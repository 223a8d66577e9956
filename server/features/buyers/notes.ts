import type { Queries, Tx } from '#server/db/types.ts';

/** Returns the latest notes that were written at one of these orders. */
export async function readNotes(
  db: Queries | Tx,
  orderIds: readonly string[],
): Promise<string | null> {
  const row = await db
    .selectFrom('buyer_notes')
    .select('notes')
    .where('order_id', 'in', orderIds)
    .orderBy('noted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.notes ?? null;
}

/** Removes the notes that were written at these orders. */
export async function forgetNotes(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('buyer_notes').where('order_id', 'in', orderIds).execute();
}
