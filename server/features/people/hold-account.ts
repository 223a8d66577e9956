import type { SignedIn } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { sessionOver } from './authorize.ts';
import { mayEnter } from './repo.ts';

type Caller = Pick<SignedIn, 'uid' | 'token'>;

/**
 * Locks the session that writes something until the transaction ends. Who calls was decided before
 * the body was read, which may take minutes: the account may have got another owner meanwhile.
 * Comes before a transaction's other locks.
 * @throws ShopError `account_disabled`, `unauthenticated` when it has ended
 */
export async function holdSession(
  { identity }: Pick<Context, 'identity'>,
  tx: Tx,
  { uid, token }: Caller,
): Promise<void> {
  const isOpen = await identity.holdSession(tx, token);
  if (!(await mayEnter(tx, uid))) throw new ShopError('account_disabled');
  if (!isOpen) throw sessionOver();
}

/**
 * Locks a session, and its account so that it is neither erased nor disabled meanwhile. Comes
 * before a transaction's other locks.
 * @throws ShopError `account_disabled`, `unauthenticated` when the session or the account is gone
 */
export async function holdAccount(
  { db, identity }: Pick<Context, 'db' | 'identity'>,
  tx: Tx,
  { uid, token }: Caller,
): Promise<void> {
  const isOpen = await identity.holdSession(tx, token);
  const account = await db
    .lockRows(tx.selectFrom('people').select('is_active').where('uid', '=', uid))
    .executeTakeFirst();
  if (account?.is_active === 0) throw new ShopError('account_disabled');
  if (!isOpen || !account) throw sessionOver();
}
