import type { Insertable, Selectable } from 'kysely';
import type { SaveAddressBody, SavedAddress } from '#contract/people.ts';
import type { Queries, SavedAddressesTable, Tx } from '../../db/types.ts';

export async function findAddress(db: Queries, uid: string): Promise<SavedAddress | null> {
  const row = await db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row ? presentAddress(row) : null;
}

/** Keeps an account's one address: that of its last order, or its correction. */
export async function storeAddress(
  db: Queries | Tx,
  uid: string,
  body: SaveAddressBody,
  now: number,
): Promise<SavedAddress> {
  const fields: Omit<Insertable<SavedAddressesTable>, 'uid'> = {
    full_name: body.fullName,
    phone: body.phone,
    email: body.email || null,
    region: body.region,
    city: body.city,
    address: body.address,
    lat: body.coordinates?.lat ?? null,
    lng: body.coordinates?.lng ?? null,
    last_used: now,
  };
  const row = await db
    .insertInto('saved_addresses')
    .values({ uid, ...fields })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentAddress(row);
}

export async function forgetAddress(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('saved_addresses').where('uid', '=', uid).execute();
}

function presentAddress(row: Selectable<SavedAddressesTable>): SavedAddress {
  const { lat, lng } = row;
  return {
    fullName: row.full_name,
    phone: row.phone,
    email: row.email,
    region: row.region,
    city: row.city,
    address: row.address,
    coordinates: lat === null || lng === null ? null : { lat, lng },
    lastUsed: new Date(row.last_used).toISOString(),
  };
}
