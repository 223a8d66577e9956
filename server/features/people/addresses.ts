import type { Selectable } from 'kysely';
import type { SavedAddress } from '#contract/people/saved-address.ts';
import type { Address } from '#domain/delivery/delivery.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { readAddress, toAddressColumns } from '#server/features/delivery/columns.ts';

export async function findAddress(db: Queries, uid: string): Promise<SavedAddress | null> {
  const row = await db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row ? presentAddress(row) : null;
}

/** Stores an account's only address: that of its last order, or a later correction. */
export async function storeAddress(
  db: Queries | Tx,
  uid: string,
  address: Address,
  now: number,
): Promise<SavedAddress> {
  return presentAddress(await upsertAddress(db, uid, address, now).executeTakeFirstOrThrow());
}

export function upsertAddress(db: Queries | Tx, uid: string, address: Address, now: number) {
  const fields = { ...toAddressColumns(address), last_used: now };
  return db
    .insertInto('saved_addresses')
    .values({ uid, ...fields })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(fields))
    .returningAll();
}

export async function forgetAddress(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('saved_addresses').where('uid', '=', uid).execute();
}

function presentAddress(row: Selectable<Schema['saved_addresses']>): SavedAddress {
  return { ...readAddress(row), lastUsed: new Date(row.last_used).toISOString() };
}
