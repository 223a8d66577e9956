import { hasCredential } from './credentials.ts';
import { type Browser, type Entry, enter } from './enter.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSession, findSession } from './sessions.ts';

/**
 * Puts a session of ours in the place of one that better-auth started after Google's answer. It
 * reads and writes in steps of its own, between which the account may be removed, shut out or get
 * another owner; nobody has seen its session yet, and what does not hold now ends here.
 * @param token of the session that better-auth started
 * @param browser the one that came back from Google
 */
export async function confirmSession(
  options: Pick<EmbeddedOptions, 'db' | 'clock' | 'mayEnter'>,
  { token, browser }: { token: string; browser: Browser },
): Promise<Entry | 'USER_DISABLED' | 'unable_to_create_session'> {
  const { db, clock } = options;
  const session = await findSession(db.queries, token, clock());
  if (!session) return 'unable_to_create_session';
  return db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, session.uid);
    const stood = await deleteSession(tx, token);
    if (!account || !stood || !(await hasCredential(tx, session.uid, 'google'))) {
      return 'unable_to_create_session';
    }
    return enter(options, tx, { account, ...browser });
  });
}
