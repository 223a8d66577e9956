import { markVerified } from './accounts.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { findSessionAccount, type SessionUser } from './sessions.ts';

/**
 * Notes that an account's holder reads its mail, while the session that says so still stands.
 * @param email the address that the mail was sent to
 * @returns false when the session ended or the account changed meanwhile
 */
export async function verifyEmail(
  options: Pick<EmbeddedOptions, 'db' | 'clock'>,
  { uid, sid }: SessionUser,
  email: string,
): Promise<boolean> {
  const { db, clock } = options;
  return db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, uid);
    if (account?.email !== email) return false;
    if (!(await findSessionAccount(tx, { sid, uid, now: clock() }))) return false;
    await markVerified(tx, uid, clock());
    return true;
  });
}
