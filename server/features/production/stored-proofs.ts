import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Order, OrderItem } from '#domain/orders/order.ts';
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
