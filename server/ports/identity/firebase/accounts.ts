import { ShopError } from '#domain/base/errors.ts';
import type { IdToken } from '#domain/people/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import { deleteUser } from '#server/ports/identity/embedded/accounts.ts';
import { claimsOf } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import { endAll, findUids, isVerified, lockAccount, readKnown } from './rows.ts';
import { endEarlier, syncAccount } from './sync-account.ts';
import { type Toolkit, ToolkitRefusal } from './toolkit.ts';

/**
 * Removes an account from the shop, and from Firebase if its owner requests it: without a service
 * account only the owner can. A row without personal data stays until the old tokens have expired.
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
    // The account is deleted already, the sign-in is too old for Firebase, or Firebase is
    // unreachable: the shop has deleted its own data, so the request succeeds.
    if (!(error instanceof ToolkitRefusal || error instanceof ShopError)) throw error;
  });
}

/**
 * Removes an account that another person created with the caller's e-mail.
 * @returns false when its e-mail is verified: then it stays
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
    .set({ email: '', email_verified: 0, is_proved: 0, providers: '', removed_at: now })
    .where('uid', '=', uid)
    .execute();
  await tx.deleteFrom('firebase_sessions').where('uid', '=', uid).execute();
  // Its user of the embedded provider, from before the move to Firebase, would work again after a
  // move back.
  await deleteUser(tx, uid);
  // Firebase may still have the account, and then its next user has the same uid.
  await options.handOver(tx, uid);
  await options.forget(tx, uid);
}

/**
 * Marks an e-mail as verified, because one browser has its mail's code and a session of the
 * account. Ends earlier sessions: they may be of an attacker who created the account, and a new
 * password at Firebase does not end them here.
 * @returns false when the session has ended, or the account has another e-mail now
 */
export async function proveBySession(
  options: FirebaseOptions,
  token: IdToken,
  email: string,
): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    const known = await syncAccount(options, tx, token);
    if (known?.account.email !== email) return false;
    const claims = claimsOf(token);
    const { account } = known;
    await prove(tx, token.uid, {
      token_issued_at: Math.max(options.clock(), claims.issuedAt),
      ended_at: account.is_proved === 0 ? endEarlier(account, claims) : account.ended_at,
    });
    await options.remember(tx, { uid: token.uid, email, emailVerified: true });
    return true;
  });
}

/**
 * Marks an e-mail as verified after a password was set by its mail, and ends all sessions. If it
 * was not verified before, an attacker may have created the account: the attacker's data is
 * removed.
 */
export async function proveByReset(options: FirebaseOptions, email: string): Promise<void> {
  for (const uid of await findUids(options.db.queries, email)) {
    await options.db.transaction(async (tx) => {
      await lockAccount(options, tx, uid);
      const now = options.clock();
      const account = (await readKnown(tx, uid, 0))?.account;
      if (account?.email !== email) return;
      await endAll(tx, uid, now);
      await prove(tx, uid, { token_issued_at: now, ended_at: now });
      if (account.is_proved === 0) await options.handOver(tx, uid);
      await options.remember(tx, { uid, email, emailVerified: true });
    });
  }
}

async function prove(
  tx: Tx,
  uid: string,
  times: { token_issued_at: number; ended_at: number },
): Promise<void> {
  await tx
    .updateTable('firebase_accounts')
    .set({ email_verified: 1, is_proved: 1, ...times })
    .where('uid', '=', uid)
    .execute();
}
