import { createHmac, timingSafeEqual } from 'node:crypto';
import { SESSION_DAYS } from '#domain/retention.ts';
import { cookieName, isSessionCookie, withHint } from './cookies.ts';

const DAY_S = 86_400;

/** How a site signs and names its session cookie; the form is better-auth's. */
export type CookieRules = { authKey: string; secure: boolean };

/** @returns `Set-Cookie` headers by which a browser holds a session: its cookie and the hint */
export function sessionCookies(token: string, { authKey, secure }: CookieRules): string[] {
  const value = encodeURIComponent(`${token}.${sign(token, authKey)}`);
  const attributes = `Max-Age=${SESSION_DAYS * DAY_S}; Path=/; HttpOnly`;
  const cookie = `${cookieName('session_token', secure)}=${value}; ${attributes}`;
  return withHint([`${cookie}${secure ? '; Secure' : ''}; SameSite=Lax`]);
}

/** @returns the token of a `Cookie` header's session, or null without a genuine one */
export function readSessionToken(
  cookies: string | undefined,
  { authKey, secure }: CookieRules,
): string | null {
  const start = `${cookieName('session_token', secure)}=`;
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  const value = decode(pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '');
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const right = Buffer.from(sign(token, authKey));
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

/** @returns the token of the session that an answer's `Set-Cookie` headers would start, or null */
export function readSetSession(setCookies: readonly string[], rules: CookieRules): string | null {
  const header = setCookies.find(isSessionCookie);
  return readSessionToken(header?.split(';', 1)[0], rules);
}

function sign(token: string, authKey: string): string {
  return createHmac('sha256', authKey).update(token).digest('base64');
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
