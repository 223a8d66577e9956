import type { IdToken } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { readBrowserHash } from './second-factor/pass-cookie.ts';
import { findPass } from './second-factor/repo.ts';

type Site = Pick<Context, 'db' | 'publicUrl'>;
type Caller = {
  token: Pick<IdToken, 'uid' | 'session'>;
  /** The request's `Cookie` header. */
  cookies: string | undefined;
};

/** Returns whether an account has a second factor, and whether this browser's session has passed it. */
export function readPass(
  site: Site,
  { token, cookies }: Caller,
): Promise<{ enrolled: boolean; passed: boolean }> {
  const { uid, session } = token;
  return findPass(site.db.queries, { uid, session, browserHash: readBrowserHash(cookies, site) });
}

/**
 * Refuses a session that has not passed the second factor of an account that has one, whether the
 * account is an admin's or not.
 * @throws ShopError `second_factor_required`
 */
export async function requireSecondFactor(site: Site, caller: Caller): Promise<void> {
  const { enrolled, passed } = await readPass(site, caller);
  if (enrolled && !passed) throw new ShopError('second_factor_required');
}
