import type { Queries, Tx } from '#server/db/types.ts';
import type { Account } from '#server/ports/identity/identity.ts';
import { deleteResetLinks, markVerified } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';
import { deleteSessions } from './sessions.ts';

const PASSWORD = 'credential';
const GOOGLE = 'google';

/** An account's password as read before; it may have changed since. */
export type StoredPassword = {
  uid: string;
  hash: string;
  /** Milliseconds since 1970; null if it was never changed. */
  changedAt: number | null;
};

/** Returns the stored password of an e-mail or account, or null. */
export async function findPassword(
  db: Queries,
  by: { email: string } | { uid: string },
): Promise<StoredPassword | null> {
  const way = await db
    .selectFrom('identity_accounts as way')
    .innerJoin('identity_users as user', 'user.id', 'way.user_id')
    .select(['user.id as uid', 'way.password as hash', 'way.created_at', 'way.updated_at'])
    .where('way.provider_id', '=', PASSWORD)
    .$if('email' in by, (query) => query.where('user.email', '=', 'email' in by ? by.email : ''))
    .$if('uid' in by, (query) => query.where('user.id', '=', 'uid' in by ? by.uid : ''))
    .executeTakeFirst();
  if (!way?.hash) return null;
  const { uid, hash, created_at, updated_at } = way;
  return { uid, hash, changedAt: updated_at === created_at ? null : updated_at };
}

/** Returns whether an account's password is still the one that was read and checked. */
export async function isPasswordOf(tx: Tx, { uid, hash }: StoredPassword): Promise<boolean> {
  return (await findPassword(tx, { uid }))?.hash === hash;
}

export async function storePassword(
  tx: Tx,
  { uid, hash }: Pick<StoredPassword, 'uid' | 'hash'>,
  now: number,
): Promise<void> {
  const changes = { password: hash, updated_at: now };
  await tx
    .insertInto('identity_accounts')
    .values({ user_id: uid, provider_id: PASSWORD, account_id: uid, created_at: now, ...changes })
    .onConflict((known) => known.columns(['provider_id', 'account_id']).doUpdateSet(changes))
    .execute();
}

export async function findGoogleUid(db: Queries | Tx, sub: string): Promise<string | null> {
  const way = await db
    .selectFrom('identity_accounts')
    .select('user_id')
    .where('provider_id', '=', GOOGLE)
    .where('account_id', '=', sub)
    .executeTakeFirst();
  return way?.user_id ?? null;
}

export async function insertGoogle(
  tx: Tx,
  { uid, sub }: { uid: string; sub: string },
  now: number,
): Promise<void> {
  await tx
    .insertInto('identity_accounts')
    .values({
      user_id: uid,
      provider_id: GOOGLE,
      account_id: sub,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

type Options = Pick<EmbeddedOptions, 'clock' | 'handOver' | 'remember'>;

/**
 * Marks the e-mail as verified, because a reset link or Google has proved that the caller reads its
 * mail. If it was not verified before, an attacker may have created the account: every other
 * credential and the attacker's data are deleted.
 * @param account locked by this transaction: see lockAccount
 * @param keepsPassword it was just set, and is not deleted
 * @param endSessions also if the e-mail was verified before
 */
export async function proveMailbox(
  { clock, handOver, remember }: Options,
  tx: Tx,
  {
    account,
    keepsPassword = false,
    endSessions,
  }: { account: Account; keepsPassword?: boolean; endSessions: boolean },
): Promise<void> {
  const { uid, email, emailVerified } = account;
  if (endSessions || !emailVerified) {
    await deleteSessions(tx, uid);
    await deleteResetLinks(tx, uid);
  }
  if (emailVerified) return;
  const credentials = tx.deleteFrom('identity_accounts').where('user_id', '=', uid);
  await (keepsPassword ? credentials.where('provider_id', '<>', PASSWORD) : credentials).execute();
  await handOver(tx, uid);
  await markVerified(tx, uid, clock());
  await remember(tx, { uid, email, emailVerified: true });
}
