import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import type { Buyer, SignedIn } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import type { Authorize } from '#server/http/route.ts';
import type { Account } from '#server/ports/identity/identity.ts';
import { findPerson, isAdmin, mayEnter, type Person, rememberPerson } from './repo.ts';
import { readPass } from './require-second-factor.ts';

type Wanted = Pick<Context, 'identity' | 'db' | 'clock' | 'config' | 'publicUrl'>;

/**
 * Returns the access check of every route.
 * @returns a function that throws ShopError `unauthenticated`, `account_disabled`, `forbidden` or
 *   `second_factor_required`
 */
export function createAuthorize(context: Wanted): Authorize {
  return async (request, auth) => {
    if (auth === 'none') return null;
    const buyer = await readBuyer(context, request);
    if (!buyer && auth !== 'optional') throw new ShopError('unauthenticated');
    if (auth === 'admin') {
      if (!buyer?.isAdmin) throw new ShopError('forbidden');
      const caller = { token: buyer.token, cookies: request.headers.cookie };
      const { enrolled, passed } = await readPass(context, caller);
      const isRequired = enrolled || context.config.adminSecondFactor === 'required';
      if (isRequired && !passed) throw new ShopError('second_factor_required');
    }
    return buyer;
  };
}

/** Returns the caller. An invalid token is a 401, never a guest. It costs two parallel reads by primary key. */
async function readBuyer(context: Wanted, request: FastifyRequest): Promise<Buyer> {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1];
  const token = bearer ? await context.identity.readToken(bearer) : null;
  if (!token) throw sessionOver();

  const { db, identity, clock, config } = context;
  const [account, known] = await Promise.all([
    identity.findAccount(token),
    findPerson(db.queries, token.uid),
  ]);
  if (known?.is_active === 0) throw new ShopError('account_disabled');
  if (!account) throw sessionOver();
  const person =
    known && isUpToDate(known, account)
      ? known
      : await db.transaction(async (tx) => {
          // No person may be stored for an account that was removed meanwhile.
          if (!(await identity.lockSession(tx, token))) throw sessionOver();
          return rememberPerson(tx, account, clock());
        });
  return { ...account, isAdmin: isAdmin(config.adminEmails, person), token };
}

function isUpToDate(person: Person, account: Account): boolean {
  return person.email === account.email && Boolean(person.email_verified) === account.emailVerified;
}

/** Returns the refusal of an invalid token, or one whose session has ended. */
function sessionOver(): ShopError {
  return new ShopError('unauthenticated', {
    message: 'Tu sesión no es válida. Inicia sesión de nuevo',
  });
}

/** How long after signing in a session may do irreversible actions. */
const FRESH_SIGN_IN_MS = 10 * 60_000;

/**
 * Refuses an old session, which another person may have found open: the browser then asks its owner to
 * sign in again, which starts a new session.
 * @throws ShopError `fresh_sign_in_required`
 */
export function requireFreshSignIn(
  { clock }: Pick<Context, 'clock'>,
  { signedInAt }: Pick<SignedIn, 'signedInAt'>,
): void {
  if (clock() - signedInAt > FRESH_SIGN_IN_MS) throw new ShopError('fresh_sign_in_required');
}

type Caller = Pick<SignedIn, 'uid' | 'token'>;

/**
 * Locks the caller's session until the transaction ends. The caller was authenticated before the
 * body was read, which may take minutes: the account may have got another owner meanwhile. Must come
 * before a transaction's other locks.
 * @throws ShopError `account_disabled`, `unauthenticated` when it has ended
 */
export async function lockCallerSession(
  { identity }: Pick<Context, 'identity'>,
  tx: Tx,
  { uid, token }: Caller,
): Promise<void> {
  const isOpen = await identity.lockSession(tx, token);
  if (!(await mayEnter(tx, uid))) throw new ShopError('account_disabled');
  if (!isOpen) throw sessionOver();
}

/**
 * Locks the caller's session, and the account so that it is neither erased nor disabled meanwhile.
 * Must come before a transaction's other locks.
 * @throws ShopError `account_disabled`, `unauthenticated` when the session has ended or the account
 * is removed
 */
export async function lockCallerAccount(
  { db, identity }: Pick<Context, 'db' | 'identity'>,
  tx: Tx,
  { uid, token }: Caller,
): Promise<void> {
  const isOpen = await identity.lockSession(tx, token);
  const account = await db
    .lockRows(tx.selectFrom('people').select('is_active').where('uid', '=', uid))
    .executeTakeFirst();
  if (account?.is_active === 0) throw new ShopError('account_disabled');
  if (!isOpen || !account) throw sessionOver();
}
