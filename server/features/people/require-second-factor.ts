import type { SecondFactor } from '#contract/people/second-factor.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { IdToken, SignedIn } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import { readBrowserHash } from './second-factor/pass-cookie.ts';
import { findFactor, findPass } from './second-factor/repo.ts';

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
 * Refuses a session that has not passed its account's second factor, if there is one, also for
 * accounts that are no admin's.
 * @throws ShopError `second_factor_required`
 */
export async function requireSecondFactor(site: Site, caller: Caller): Promise<void> {
  const { enrolled, passed } = await readPass(site, caller);
  if (enrolled && !passed) throw new ShopError('second_factor_required');
}

/** @param browserHash the hash of the value in the browser's cookie; null without one */
export async function readSecondFactor(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { isAdmin, token }: Pick<SignedIn, 'isAdmin' | 'token'>,
  browserHash: string | null,
): Promise<SecondFactor> {
  const { uid, session } = token;
  const [factor, { enrolled, passed }] = await Promise.all([
    findFactor(db.queries, uid),
    findPass(db.queries, { uid, session, browserHash }),
  ]);
  return {
    required: isAdmin && (enrolled || config.adminSecondFactor === 'required'),
    enrolled,
    passed,
    since: isoTime(factor?.since ?? null),
    recoveryCodesLeft: factor?.codesLeft ?? 0,
  };
}
