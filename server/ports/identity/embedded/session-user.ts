import type { IdentityRequest } from '../identity.ts';
import type { Browser } from './enter.ts';
import type { EmbeddedOptions } from './options.ts';
import { type CookieRules, readSessionToken } from './session-cookie.ts';
import { findSession, type SessionUser } from './sessions.ts';

/** @returns how this site signs and names its session cookie */
export function cookieRules({
  authKey,
  publicUrl,
}: Pick<EmbeddedOptions, 'authKey' | 'publicUrl'>): CookieRules {
  return { authKey, secure: publicUrl().startsWith('https:') };
}

/** @returns the browser that asks to sign in, with the session it holds already */
export function browserOf(
  options: Pick<EmbeddedOptions, 'authKey' | 'publicUrl'>,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Browser {
  const replaces = readSessionToken(headers.cookie, cookieRules(options));
  return { replaces, userAgent: headers['user-agent'] };
}

/** @returns the account whose session the browser holds, or null */
export async function sessionUser(
  options: EmbeddedOptions,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<SessionUser | null> {
  const token = readSessionToken(headers.cookie, cookieRules(options));
  return token === null ? null : findSession(options.db.queries, token, options.clock());
}
