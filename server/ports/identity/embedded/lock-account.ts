import type { Tx } from '../../../db/types.ts';
import { type AccountRow, readAccountRow } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';

/**
 * Locks an account until the transaction ends. Whatever changes its ways in or its sessions holds
 * it first, and then looks again at what it had read before its slow work (a hash takes 90 ms, in
 * which the account may get another owner).
 * @returns the account as it is now, or null when it is gone
 */
export async function lockAccount(
  { db }: Pick<EmbeddedOptions, 'db'>,
  tx: Tx,
  uid: string,
): Promise<AccountRow | null> {
  await db.lockRows(tx.selectFrom('identity_users').select('id').where('id', '=', uid)).execute();
  return readAccountRow(tx, uid);
}
