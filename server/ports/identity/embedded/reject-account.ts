import { deleteUser } from './accounts.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';

/** Removes an account opened with somebody's address; false: it is verified, and stays. */
export async function rejectAccount(
  options: Pick<EmbeddedOptions, 'db' | 'forget'>,
  uid: string,
): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, uid);
    if (account?.emailVerified) return false;
    await deleteUser(tx, uid);
    await options.forget(tx, uid);
    return true;
  });
}
