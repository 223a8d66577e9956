import {
  deletePending,
  deleteSessions,
  deleteWaysIn,
  findAccount,
  markVerified,
} from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';

type Options = Pick<EmbeddedOptions, 'db' | 'clock' | 'handOver'>;

/**
 * Somebody reads the account's mail: by a reset link, or because Google says so. When that was not
 * known before, a stranger may have opened the account, so every other way in is closed and what
 * the shop remembered of him is dropped; from now on the e-mail counts as verified.
 * @param keep the way in that was just proved, and stays
 * @param endSessions also when the e-mail was verified all along
 */
export async function proveMailbox(
  { db, clock, handOver }: Options,
  uid: string,
  { keep, endSessions }: { keep?: string; endSessions: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, uid);
    if (!account) return;
    if (endSessions || !account.emailVerified) {
      await deleteSessions(tx, uid);
      await deletePending(tx, uid);
    }
    if (account.emailVerified) return;
    await deleteWaysIn(tx, uid, keep === undefined ? {} : { except: keep });
    await handOver(tx, uid);
    await markVerified(tx, uid, clock());
  });
}
