import { hash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import { readCookie, setCookie } from '#server/lib/cookies.ts';

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
  const maxAgeS = SESSION_DAYS * DAY_S;
  const cookie = setCookie(publicUrl, { name: COOKIE, value, maxAgeS, sameSite: 'Strict' });
  return { cookie, browserHash: hashOf(value) };
}

/** Returns the hash of the value in a `Cookie` header, or null without one. */
export function readBrowserHash(cookies: string | undefined, { publicUrl }: Site): string | null {
  const value = readCookie(publicUrl, cookies, COOKIE);
  return value ? hashOf(value) : null;
}

/** A plain hash is enough, because the value is random and cannot be guessed. */
const hashOf = (value: string) => hash('sha256', value, 'base64url');
