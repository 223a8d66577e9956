import type { Tx } from '../../../db/types.ts';
import type { AccountRow } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSession, startSession } from './sessions.ts';

/** A session that has just begun, and whose it is. */
export type Entry = { token: string; account: AccountRow };
/** The same, and the hash of the password that opened it or was chosen with it. */
export type PasswordEntry = Entry & { passwordHash: string };

export type Browser = {
  /** The session that it held until now, whosever it was. */
  replaces: string | null;
  /** Its `User-Agent` header. */
  userAgent: string | undefined;
};

/**
 * Lets an account in that this transaction holds (see lock-account.ts) and whose proof still holds.
 * The session that the browser held until now ends.
 */
export async function enter(
  { mayEnter, clock }: Pick<EmbeddedOptions, 'mayEnter' | 'clock'>,
  tx: Tx,
  { account, replaces, userAgent }: { account: AccountRow } & Browser,
): Promise<Entry | 'USER_DISABLED'> {
  if (!(await mayEnter(tx, account.uid))) return 'USER_DISABLED';
  if (replaces !== null) await deleteSession(tx, replaces);
  const session = { uid: account.uid, userAgent, now: clock() };
  return { account, token: await startSession(tx, session) };
}
