import type { Tx } from '../../../db/types.ts';
import type { EmbeddedOptions } from './options.ts';
import { toTime } from './times.ts';

/**
 * Locks a session until the transaction ends. Whatever gives its account to another owner or
 * removes it deletes its sessions first, and so waits: one lock holds all of that off.
 * @returns false when it has ended
 */
export async function holdSession(
  { db, clock }: Pick<EmbeddedOptions, 'db' | 'clock'>,
  tx: Tx,
  { sid, uid }: { sid: string; uid: string },
): Promise<boolean> {
  const held = await db
    .lockRows(
      tx
        .selectFrom('identity_sessions')
        .select('id')
        .where('id', '=', sid)
        .where('user_id', '=', uid)
        .where('expires_at', '>', toTime(clock())),
    )
    .executeTakeFirst();
  return held !== undefined;
}
