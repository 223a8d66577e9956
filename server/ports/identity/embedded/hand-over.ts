import type { Tx } from '../../../db/types.ts';
import type { Account } from '../identity.ts';
import { deletePending, markVerified } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSessions } from './sessions.ts';
import { deleteWaysIn } from './ways-in.ts';

type Options = Pick<EmbeddedOptions, 'clock' | 'handOver'>;

/**
 * Somebody reads the account's mail: by a reset link, or because Google says so. When that was not
 * known before, a stranger may have opened the account, so every other way in is closed and what
 * the shop remembered of him is dropped; from now on the e-mail counts as verified.
 * @param account as it is while this transaction holds it: see lock-account.ts
 * @param keep the way in that was just proved, and stays
 * @param endSessions also when the e-mail was verified all along
 */
export async function proveMailbox(
  { clock, handOver }: Options,
  tx: Tx,
  { account, keep, endSessions }: { account: Account; keep?: string; endSessions: boolean },
): Promise<void> {
  const { uid, emailVerified } = account;
  if (endSessions || !emailVerified) {
    await deleteSessions(tx, uid);
    await deletePending(tx, uid);
  }
  if (emailVerified) return;
  await deleteWaysIn(tx, uid, keep === undefined ? {} : { except: keep });
  await handOver(tx, uid);
  await markVerified(tx, uid, clock());
}
