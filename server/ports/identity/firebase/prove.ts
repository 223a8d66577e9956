import type { IdToken } from '#domain/buyer.ts';
import type { Tx } from '../../../db/types.ts';
import { claimsOf } from './id-tokens.ts';
import { meet } from './meet.ts';
import { endEarlier } from './news.ts';
import type { FirebaseOptions } from './options.ts';
import { endAll, findUids, lockAccount, readKnown } from './rows.ts';

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
