import { hash } from 'node:crypto';
import type { Insertable, Selectable, Updateable } from 'kysely';
import * as z from 'zod';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { findUploads } from '#server/features/uploads/repo.ts';

/** What a buyer approves for one picture: the number of pins, and a SHA-256 of their look. */
const frozenPin = z.object({ quantity: z.number(), hash: z.string() });
type FrozenPin = z.infer<typeof frozenPin>;

/** The content of a proof's column `pins`, in JSON. */
export const storedPins = z.array(frozenPin);
export type StoredProof = Selectable<Schema['proofs']> & { frozenPins: FrozenPin[] };

/** Returns the valid proof; null when none was sent or recorded. */
export async function findLatestProof(db: Queries, orderId: string): Promise<StoredProof | null> {
  const row = await db
    .selectFrom('proofs')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '<>', 'replaced')
    .executeTakeFirst();
  return row ? withPins(row) : null;
}

export async function findProofs(db: Queries, orderId: string): Promise<StoredProof[]> {
  const rows = await db
    .selectFrom('proofs')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(withPins);
}

export async function findProof(db: Queries, id: string): Promise<StoredProof | null> {
  const row = await db.selectFrom('proofs').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? withPins(row) : null;
}

function withPins(row: Selectable<Schema['proofs']>): StoredProof {
  return { ...row, frozenPins: storedPins.parse(JSON.parse(row.pins)) };
}

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

/** Returns the current look of an order's pins, in the form that a proof stores. */
export async function freezePins(
  db: Queries | Tx,
  { items }: Order,
): Promise<{ pins: string; hash: string }> {
  const uploads = await findUploads(
    db,
    items.map(({ uploadId }) => uploadId),
  );
  const sums = new Map(uploads.map(({ id, sha256 }) => [id, sha256]));
  const pins = JSON.stringify(items.map((item) => freeze(item, sums.get(item.uploadId) ?? null)));
  return { pins, hash: hash('sha256', pins, 'base64url') };
}

/** A picture without a hash is identified by its id, which is never reused. */
function freeze({ uploadId, crop, quantity, text }: OrderItem, sum: string | null): FrozenPin {
  const shown = [sum ?? uploadId, crop, quantity, ...(text ? [text] : [])];
  return { quantity, hash: hash('sha256', JSON.stringify(shown), 'base64url') };
}
