import type { Tx } from '../../../db/types.ts';
import type { AccountRow } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSession, startSession } from './sessions.ts';

/** A session that has just begun, and whose it is. */
export type Entry = { token: string; account: AccountRow };
/** The same, and the hash of the password that opened it or was chosen with it. */
export type PasswordEntry = Entry & { passwordHash: string };

/**
 * Lets an account in that this transaction holds (see lock-account.ts) and whose proof still holds.
 * @param replaces the session that the browser held until now, whosever it was: it ends
 */
export async function enter(
  { mayEnter, clock }: Pick<EmbeddedOptions, 'mayEnter' | 'clock'>,
  tx: Tx,
  { account, replaces }: { account: AccountRow; replaces: string | null },
): Promise<Entry | 'USER_DISABLED'> {
  if (!(await mayEnter(tx, account.uid))) return 'USER_DISABLED';
  if (replaces !== null) await deleteSession(tx, replaces);
  return { account, token: await startSession(tx, account.uid, clock()) };
}
