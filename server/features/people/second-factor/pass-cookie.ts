import { hash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import { cookieName, readCookie } from '#server/lib/cookies.ts';

type Site = Pick<Context, 'publicUrl'>;

const COOKIE = 'second_factor';
const VALUE_BYTES = 32;
const DAY_S = 86_400;

/**
 * Returns a new random value of 256 bits that binds a pass to one browser: the `Set-Cookie` header
 * with it, and the hash that the shop stores. No script can read the cookie, and
 * pages of other sites cannot make a browser send it.
 */
export function createBrowserPass({ publicUrl }: Site): { cookie: string; browserHash: string } {
  const value = randomBytes(VALUE_BYTES).toString('base64url');
  const attributes = `Max-Age=${SESSION_DAYS * DAY_S}; Path=/; HttpOnly; SameSite=Strict`;
  const secure = isSecure(publicUrl);
  const pair = `${cookieName(COOKIE, secure)}=${value}`;
  const cookie = `${pair}; ${attributes}${secure ? '; Secure' : ''}`;
  return { cookie, browserHash: hashOf(value) };
}

/** Returns the hash of the value in a `Cookie` header, or null without one. */
export function readBrowserHash(cookies: string | undefined, { publicUrl }: Site): string | null {
  const value = readCookie(cookies, COOKIE, isSecure(publicUrl));
  return value ? hashOf(value) : null;
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

/** A plain hash is enough, because the value is random and cannot be guessed. */
const hashOf = (value: string) => hash('sha256', value, 'base64url');
