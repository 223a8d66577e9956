import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Order } from '#domain/orders/order.ts';
import type { Owner } from '#domain/people/buyer.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { CropColumns, Queries, Schema, Tx } from '#server/db/types.ts';
import { readCropColumns } from './crop-columns.ts';

export type Claim = {
  ids: readonly string[];
  at: number;
  owner: Owner;
  /** The pictures are claimed only if the key is this order's; null: no condition. */
  keyClaim: { key: string; orderId: string } | null;
  /** The order, if it exists: it may use its own pictures once more. */
  orderId?: string;
};

export type ClaimedUpload = { id: string } & CropColumns;

/**
 * Returns the statement that claims pictures for an order, at least one: unordered ones, or those
 * that the same owner has ordered before. It returns no row for one that cannot be claimed. Orders
 * at once that share some wait for each other; one that a deadlock ends is tried again.
 */
export function claimUploads({
  ids,
  at,
  owner,
  keyClaim,
  orderId,
}: Claim): RawBuilder<ClaimedUpload> {
  const { uid, guestEmail } = owner;
  const isOwn = uid === null ? sql`` : sql`or claimed_by = ${uid}`;
  const isGuests =
    guestEmail === null
      ? sql``
      : sql`or exists (select 1 from order_items as item join orders on orders.id = item.order_id
          where item.upload_id = uploads.id and orders.guest_email = ${guestEmail})`;
  const isInOrder =
    orderId === undefined
      ? sql``
      : sql`or exists (select 1 from order_items as item
          where item.upload_id = uploads.id and item.order_id = ${orderId})`;
  const hasKey =
    keyClaim === null
      ? sql``
      : sql`and exists (select 1 from idempotency_keys as claim
          where claim.key = ${keyClaim.key} and claim.order_id = ${keyClaim.orderId})`;
  // With 'is null', PostgreSQL would read the index of all pictures that wait or have waited.
  return sql`update uploads set claimed_at = ${at}, claimed_by = ${uid}, source = null
    where id in (${sql.join(ids)}) and removed_at is null
      and (coalesce(claimed_at, 0) = 0 ${isOwn} ${isGuests} ${isInOrder}) ${hasKey}
    returning id, crop_x, crop_y, crop_diameter, crop_rotation, crop_background`;
}

/**
 * Claims a picture for an order.
 * @param claim.guestEmail whose other guest orders may lend theirs: a typed e-mail proves nothing, so
 *   it is null unless the shop itself or a user who has verified it asks
 * @returns its start crop, or why it cannot be claimed
 */
export async function claimPicture(
  tx: Tx,
  { order, id, now, guestEmail }: PictureClaim,
): Promise<{ start: Crop | null } | 'image_not_found' | 'image_already_ordered'> {
  const { kind, uid } = order.owner;
  // An order that is detached from its account has no pictures but its own.
  const owner = { uid: kind === 'account' ? uid : null, guestEmail };
  const { rows } = await claimUploads({
    ids: [id],
    at: now,
    owner,
    keyClaim: null,
    orderId: order.id,
  }).execute(tx);
  const [taken] = rows;
  if (taken) return { start: readCropColumns(taken) };
  const isKnown = (await knownUploads(tx, [id])).has(id);
  return isKnown ? 'image_already_ordered' : 'image_not_found';
}

type PictureClaim = {
  order: Pick<Order, 'id' | 'owner'>;
  id: string;
  now: number;
  guestEmail: string | null;
};

/** Returns the default crops of pictures, by their ids. */
export function startsOf(claimed: readonly ClaimedUpload[]): Map<string, Crop | null> {
  return new Map(claimed.map((row) => [row.id, readCropColumns(row)]));
}

/**
 * Claims a picture that no order has for the shop itself: it cannot be ordered, and no sweep
 * removes it.
 * @returns false when it is deleted or ordered
 */
export async function keepUpload(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ claimed_at: now, source: null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the ids whose pictures exist with their files, ordered or not. */
export async function knownUploads(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const known = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(known.map(({ id }) => id));
}

export async function findUploads(
  db: Queries,
  ids: readonly string[],
): Promise<Selectable<Schema['uploads']>[]> {
  return ids.length === 0
    ? []
    : db.selectFrom('uploads').selectAll().where('id', 'in', ids).execute();
}
