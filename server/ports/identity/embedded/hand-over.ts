import type { Tx } from '../../../db/types.ts';
import type { Account } from '../identity.ts';
import { deletePending, markVerified } from './accounts.ts';
import { deleteCredentials } from './credentials.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSessions } from './sessions.ts';

type Options = Pick<EmbeddedOptions, 'clock' | 'handOver'>;

/**
 * Marks the e-mail as verified, since a reset link or Google has proved that the caller reads its
 * mail. When it was not verified before, a stranger may have opened the account: every other
 * credential and what the shop kept of the stranger is deleted.
 * @param account as it is while this transaction holds it: see lock-account.ts
 * @param keep the credential that was just used, and stays
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
  await deleteCredentials(tx, uid, keep === undefined ? {} : { except: keep });
  await handOver(tx, uid);
  await markVerified(tx, uid, clock());
}
