import type { Tx } from '../../../db/types.ts';
import type { OwnSession } from '../identity.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { findSessionAccount } from './sessions.ts';
import { toTime } from './times.ts';

type Options = Pick<EmbeddedOptions, 'db' | 'clock'>;

/** One of an account's sessions: the one that asks. */
type Asking = { uid: string; sid: string };

/** @returns the sessions of an account that still stand, the newest first */
export async function listSessions(
  { db, clock }: Options,
  { uid, sid }: Asking,
): Promise<OwnSession[]> {
  const rows = await db.queries
    .selectFrom('identity_sessions')
    .select(['id', 'created_at', 'user_agent'])
    .where('user_id', '=', uid)
    .where('expires_at', '>', toTime(clock()))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at, user_agent }) => ({
    id,
    startedAt: new Date(created_at).toISOString(),
    device: user_agent,
    isCurrent: id === sid,
  }));
}

/** @returns false when that is no session of the account, or the one that asks has ended meanwhile */
export async function endSession(options: Options, asking: Asking, id: string): Promise<boolean> {
  return whileItStands(options, asking, async (tx) => {
    const ended = await deletionOf(tx, asking.uid).where('id', '=', id).executeTakeFirst();
    return ended.numDeletedRows > 0n;
  });
}

/** @returns false when the session that asks has ended meanwhile: then it ends no other */
export async function endOtherSessions(options: Options, asking: Asking): Promise<boolean> {
  return whileItStands(options, asking, async (tx) => {
    await deletionOf(tx, asking.uid).where('id', '!=', asking.sid).execute();
    return true;
  });
}

/** Else somebody who was just thrown out could throw the rightful owner out in turn. */
async function whileItStands(
  options: Options,
  { uid, sid }: Asking,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const { db, clock } = options;
  return db.transaction(async (tx) => {
    if (!(await lockAccount(options, tx, uid))) return false;
    if (!(await findSessionAccount(tx, { sid, uid, now: clock() }))) return false;
    return work(tx);
  });
}

function deletionOf(tx: Tx, uid: string) {
  return tx.deleteFrom('identity_sessions').where('user_id', '=', uid);
}
