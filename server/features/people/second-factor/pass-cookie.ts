import { createHash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '#domain/retention.ts';
import type { Context } from '#server/context.ts';

type Site = Pick<Context, 'publicUrl'>;

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
  const cookie = `${nameOf(publicUrl)}=${value}; ${attributes}${isSecure(publicUrl) ? '; Secure' : ''}`;
  return { cookie, browserHash: hash(value) };
}

/** Returns the hash of the value in a `Cookie` header, or null without one. */
export function readBrowserHash(cookies: string | undefined, { publicUrl }: Site): string | null {
  const start = `${nameOf(publicUrl)}=`;
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  return value ? hash(value) : null;
}

/** `__Host-` with https: no other host of the domain can set it. */
function nameOf(publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}pines.second_factor`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** A plain hash is enough, because the value is random and cannot be guessed. */
function hash(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
