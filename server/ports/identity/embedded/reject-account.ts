import { deleteUser } from './accounts.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';

/** Removes an account opened with somebody's address; false: it is verified, and stays. */
export async function rejectAccount(
  options: Pick<EmbeddedOptions, 'db' | 'handOver' | 'forget'>,
  uid: string,
): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, uid);
    if (account?.emailVerified) return false;
    // Or the stranger's orders would keep the caller's e-mail where nobody finds it.
    await options.handOver(tx, uid);
    await deleteUser(tx, uid);
    await options.forget(tx, uid);
    return true;
  });
}
