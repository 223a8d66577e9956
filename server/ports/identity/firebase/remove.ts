import type { IdToken } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Tx } from '../../../db/types.ts';
import { deleteUser } from '../embedded/accounts.ts';
import { claimsOf } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import { endAll, isVerified, lockAccount, readKnown } from './rows.ts';
import { type Toolkit, ToolkitRefusal } from './toolkit.ts';

/**
 * Removes an account from the shop, and from Firebase when its owner asks: without a service
 * account nobody else can. A row without a person stays for as long as old tokens could count.
 */
export async function removeAccount(
  options: FirebaseOptions,
  toolkit: Toolkit,
  uid: string,
  by: IdToken | undefined,
): Promise<void> {
  await options.db.transaction((tx) => forget(options, tx, uid));
  if (by?.uid !== uid) return;
  await toolkit.deleteAccount(claimsOf(by).bearer).catch((error: unknown) => {
    // It is gone already, the sign-in is too old for Firebase, or Firebase is away: the shop has
    // forgotten the account anyway, and says so.
    if (!(error instanceof ToolkitRefusal || error instanceof ShopError)) throw error;
  });
}

/**
 * Forgets an account that a stranger opened with the caller's address.
 * @returns false when its e-mail has been verified: then it stays
 */
export async function rejectAccount(options: FirebaseOptions, uid: string): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    await lockAccount(options, tx, uid);
    const known = await readKnown(tx, uid, 0);
    if (known && isVerified(known.account)) return false;
    await forget(options, tx, uid);
    return true;
  });
}

async function forget(options: FirebaseOptions, tx: Tx, uid: string): Promise<void> {
  const now = options.clock();
  await endAll(tx, uid, now);
  await tx
    .updateTable('firebase_accounts')
    .set({ email: '', told_verified: 0, is_proved: 0, providers: '', removed_at: now })
    .where('uid', '=', uid)
    .execute();
  await tx.deleteFrom('firebase_sessions').where('uid', '=', uid).execute();
  // What the embedded provider had before the accounts moved to Firebase: it would come back to life.
  await deleteUser(tx, uid);
  // Firebase may keep the account, and then whoever enters it next has the same uid.
  await options.handOver(tx, uid);
  await options.forget(tx, uid);
}
