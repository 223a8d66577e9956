import type { FastifyRequest } from 'fastify';
import type { Buyer, IdToken } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Authorize } from '#server/http/route.ts';
import type { Context } from '../../context.ts';
import type { Account } from '../../ports/identity/identity.ts';
import { findPerson, isAdmin, type Person, rememberPerson } from './repo.ts';

type Wanted = Pick<Context, 'identity' | 'db' | 'clock' | 'config'>;

/**
 * Makes the check of every route.
 * @param hasSecondFactor whether a session needs no (further) second factor for an admin's calls, by
 *   its token and the request's `Cookie` header
 * @returns a function that throws ShopError `unauthenticated`, `account_disabled`, `forbidden` or
 *   `second_factor_required`
 */
export function createAuthorize(
  context: Wanted,
  hasSecondFactor: (token: IdToken, cookies: string | undefined) => Promise<boolean>,
): Authorize {
  return async (request, auth) => {
    if (auth === 'none') return null;
    const buyer = await readBuyer(context, request);
    if (!buyer && auth !== 'optional') throw new ShopError('unauthenticated');
    if (auth === 'admin') {
      if (!buyer?.isAdmin) throw new ShopError('forbidden');
      if (!(await hasSecondFactor(buyer.token, request.headers.cookie))) {
        throw new ShopError('second_factor_required');
      }
    }
    return buyer;
  };
}

/** An invalid token is a 401, never a guest. It costs two reads by primary key, side by side. */
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
          // An account removed meanwhile must not leave a person behind.
          if (!(await identity.holdSession(tx, token))) throw sessionOver();
          return rememberPerson(tx, account, clock());
        });
  return { ...account, isAdmin: isAdmin(config.adminEmails, person), token };
}

function isUpToDate(person: Person, account: Account): boolean {
  return person.email === account.email && Boolean(person.email_verified) === account.emailVerified;
}

/** The refusal of a token whose session has ended, or that never was one. */
export function sessionOver(): ShopError {
  return new ShopError('unauthenticated', {
    message: 'Tu sesión no es válida. Inicia sesión de nuevo',
  });
}
