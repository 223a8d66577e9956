import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProofState } from '#domain/production/proofs.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';

/** Writes an order's proof, and marks the earlier one as replaced. */
export async function insertProof(tx: Tx, row: Insertable<Schema['proofs']>): Promise<void> {
  await tx
    .updateTable('proofs')
    .set({ state: 'replaced' })
    .where('order_id', '=', row.order_id)
    .where('state', '<>', 'replaced')
    .execute();
  await tx.insertInto('proofs').values(row).execute();
}

/**
 * Deletes an order's latest proof and returns the one before it, valid again with its former state;
 * null: there was none.
 */
export async function removeLatestProof(
  tx: Tx,
  { id, order_id }: Pick<Selectable<Schema['proofs']>, 'id' | 'order_id'>,
  state: ProofState | null,
): Promise<Selectable<Schema['proofs']> | null> {
  await tx.deleteFrom('proofs').where('id', '=', id).execute();
  if (state === null) return null;
  const before = await tx
    .updateTable('proofs')
    .set({ state })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('proofs as earlier')
        .select(({ fn }) => fn.max('earlier.id').as('id'))
        .where('earlier.order_id', '=', order_id),
    )
    .returningAll()
    .executeTakeFirst();
  return before ?? null;
}

export async function updateLatestProof(
  tx: Tx,
  orderId: string,
  change: Pick<Updateable<Schema['proofs']>, 'state' | 'state_at' | 'answered_at' | 'words'>,
): Promise<void> {
  await tx
    .updateTable('proofs')
    .set(change)
    .where('order_id', '=', orderId)
    .where('state', '<>', 'replaced')
    .execute();
}

/** Returns open proofs without a reminder that were sent between the two times. */
export async function findUnanswered(
  db: Queries,
  { after, until }: { after: number; until: number },
): Promise<{ id: string; order_id: string }[]> {
  return db
    .selectFrom('proofs')
    .select(['id', 'order_id'])
    .where('state', '=', 'open')
    .where('reminded_at', 'is', null)
    .where('sent_at', '>', after)
    .where('sent_at', '<=', until)
    .execute();
}

/** Marks a proof as reminded. @returns false if another process did so, or it is no longer open */
export async function markReminded(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('proofs')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
