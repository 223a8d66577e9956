import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import { deleteUser } from '#server/ports/identity/embedded/accounts.ts';
import { lockAccount } from '#server/ports/identity/firebase/rows.ts';

/** How many accounts came back, and the e-mails of those that could not: another has the address. */
export type MovedBack = { accounts: number; taken: string[] };

/**
 * Gives the embedded provider the accounts that the shop has met while Firebase signed people in.
 * Their uid stays, so all that they have in the shop stays theirs. Nobody but Firebase has their
 * passwords as they are now: older ones are deleted, and a reset mail brings a new one.
 * @param now milliseconds since 1970
 */
export async function moveToEmbedded(db: Database, now: number): Promise<MovedBack> {
  return db.transaction(async (tx) => {
    await deleteErased(tx);
    const accounts = await tx
      .selectFrom('firebase_accounts')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('uid')
      .execute();
    const taken: string[] = [];
    for (const { uid, email, told_verified, is_proved, created_at } of accounts) {
      await lockAccount({ db }, tx, uid);
      const isVerified = told_verified === 1 && is_proved === 1;
      if (await isTaken(tx, uid, email)) taken.push(email);
      else await writeUser(tx, { uid, email, isVerified, created_at, now });
    }
    return { accounts: accounts.length - taken.length, taken };
  });
}

/**
 * Deletes what the embedded provider still has of accounts that were erased while Firebase signed
 * people in. A person whose sessions ended before the shop met them there has such a row, too.
 */
async function deleteErased(tx: Tx): Promise<void> {
  const erased = await tx
    .selectFrom('firebase_accounts')
    .select('uid')
    .where('removed_at', 'is not', null)
    .where('uid', 'not in', tx.selectFrom('people').select('uid'))
    .execute();
  for (const { uid } of erased) await deleteUser(tx, uid);
}

async function isTaken(tx: Tx, uid: string, email: string): Promise<boolean> {
  const other = await tx
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', uid)
    .executeTakeFirst();
  return other !== undefined;
}

async function writeUser(
  tx: Tx,
  user: { uid: string; email: string; isVerified: boolean; created_at: number; now: number },
): Promise<void> {
  const { uid, email, isVerified, created_at, now } = user;
  const facts = {
    email,
    email_verified: isVerified ? 1 : 0,
    updated_at: now,
  } as const;
  await tx
    .insertInto('identity_users')
    .values({
      id: uid,
      name: '',
      created_at,
      ...facts,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
  await tx.deleteFrom('identity_sessions').where('user_id', '=', uid).execute();
  await tx.deleteFrom('identity_reset_links').where('user_id', '=', uid).execute();
  await tx
    .deleteFrom('identity_accounts')
    .where('user_id', '=', uid)
    .where('provider_id', '=', 'credential')
    .execute();
}
