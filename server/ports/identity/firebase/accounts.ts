import type { IdToken } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Tx } from '#server/db/types.ts';
import { deleteUser } from '#server/ports/identity/embedded/accounts.ts';
import { claimsOf } from './id-tokens.ts';
import { endEarlier, meet } from './meet.ts';
import type { FirebaseOptions } from './options.ts';
import { endAll, findUids, isVerified, lockAccount, readKnown } from './rows.ts';
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

/**
 * Counts an e-mail as verified, since one browser has its mail's code and a session of the account.
 * Sessions that began earlier are over: the password may have been changed at Firebase since an
 * attacker opened the account, which ends none of them here.
 * @returns false when the session has ended, or the account has another e-mail by now
 */
export async function proveBySession(
  options: FirebaseOptions,
  token: IdToken,
  email: string,
): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    const known = await meet(options, tx, token);
    if (known?.account.email !== email) return false;
    const claims = claimsOf(token);
    const { account } = known;
    await prove(tx, token.uid, {
      told_at: Math.max(options.clock(), claims.issuedAt),
      ended_at: account.is_proved === 0 ? endEarlier(account, claims) : account.ended_at,
    });
    return true;
  });
}

/**
 * Counts an e-mail as verified after a password was set by its mail, which ends all sessions. If it
 * was not verified before, a stranger may have opened the account: what he left is not theirs.
 */
export async function proveByReset(options: FirebaseOptions, email: string): Promise<void> {
  for (const uid of await findUids(options.db.queries, email)) {
    await options.db.transaction(async (tx) => {
      await lockAccount(options, tx, uid);
      const now = options.clock();
      const account = (await readKnown(tx, uid, 0))?.account;
      if (account?.email !== email) return;
      await endAll(tx, uid, now);
      await prove(tx, uid, { told_at: now, ended_at: now });
      if (account.is_proved === 0) await options.handOver(tx, uid);
    });
  }
}

async function prove(
  tx: Tx,
  uid: string,
  times: { told_at: number; ended_at: number },
): Promise<void> {
  await tx
    .updateTable('firebase_accounts')
    .set({ told_verified: 1, is_proved: 1, ...times })
    .where('uid', '=', uid)
    .execute();
}
