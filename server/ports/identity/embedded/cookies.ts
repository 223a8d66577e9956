import { createHmac } from 'node:crypto';
import { HINT_COOKIE } from '#contract/people/session-hint.ts';
import { DEVICE_DAYS, SESSION_DAYS } from '#domain/privacy/retention.ts';
import { cookiePairs, readCookie, setCookie } from '#server/lib/cookies.ts';
import { isSame } from '#server/lib/secrets.ts';
import { hintCookie } from '#server/ports/identity/calls.ts';
import type { IdentityRequest } from '#server/ports/identity/identity.ts';
import { findPassword } from './credentials.ts';
import type { EmbeddedOptions } from './options.ts';
import { type Browser, findSession, type SessionUser } from './sessions.ts';

const DAY_S = 86_400;
const SESSION = 'session_token';
const SESSION_COOKIE = /^(__Host-)?pines\.session_token=/;

type Site = Pick<EmbeddedOptions, 'authKey' | 'publicUrl'>;

/** Returns the `Set-Cookie` headers of a session: its cookie and the hint. */
export function sessionCookies({ authKey, publicUrl }: Site, token: string): string[] {
  const value = encodeURIComponent(`${token}.${sign(token, authKey)}`);
  return bothCookies(publicUrl(), value, SESSION_DAYS * DAY_S);
}

/** Returns `Set-Cookie` headers that end a session in the browser. */
export function clearedCookies({ publicUrl }: Pick<Site, 'publicUrl'>): string[] {
  return bothCookies(publicUrl(), '', 0);
}

function bothCookies(site: string, value: string, maxAgeS: number): string[] {
  return [setCookie(site, { name: SESSION, value, maxAgeS }), hintCookie(site, maxAgeS)];
}

/** Returns whether the browser sent a session cookie, or the hint of one. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  return cookiePairs(cookie).some(
    (pair) => SESSION_COOKIE.test(pair) || pair.startsWith(`${HINT_COOKIE}=`),
  );
}

/** Returns the session token of a `Cookie` header, or null without a valid one. */
export function readSessionToken(
  { authKey, publicUrl }: Site,
  cookies: string | undefined,
): string | null {
  const value = decode(readCookie(publicUrl(), cookies, SESSION));
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  return isSame(value.slice(dot + 1), sign(token, authKey)) ? token : null;
}

/** Returns the session token in a response's `Set-Cookie` headers, or null. */
export function readSetSession(site: Site, setCookies: readonly string[]): string | null {
  const header = setCookies.find((one) => SESSION_COOKIE.test(one));
  return readSessionToken(site, header?.split(';', 1)[0]);
}

/** Returns the browser of a sign-in request, with the session it already has. */
export function browserOf(site: Site, { headers }: Pick<IdentityRequest, 'headers'>): Browser {
  return { replaces: readSessionToken(site, headers.cookie), userAgent: headers['user-agent'] };
}

export async function sessionUser(
  options: EmbeddedOptions,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<SessionUser | null> {
  const token = readSessionToken(options, headers.cookie);
  return token === null ? null : findSession(options.db.queries, { token }, options.clock());
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

/** How many accounts a browser is remembered for. */
const MAX_ACCOUNTS = 4;
const DEVICE = 'device';

/** An account, and the hash of the password that opened it. */
type Opened = { uid: string; passwordHash: string };

type DeviceSite = Pick<EmbeddedOptions, 'deviceKey' | 'publicUrl' | 'clock'>;

/** Returns the id of a browser that has signed in to the account before, or null. */
export async function findKnownBrowser(
  options: EmbeddedOptions,
  { headers }: Pick<IdentityRequest, 'headers'>,
  email: string,
): Promise<string | null> {
  if (!headers.cookie) return null;
  const stored = await findPassword(options.db.queries, { email });
  if (!stored) return null;
  return findDevice(options, headers.cookie, { uid: stored.uid, passwordHash: stored.hash });
}

/**
 * Remembers in the browser that it signed in to an account, so that wrong passwords from elsewhere
 * do not delay it. The cookie grants no access, and a new password invalidates it.
 * @param cookies the `Cookie` header of the request
 * @returns a `Set-Cookie` header
 */
export function rememberDevice(
  site: DeviceSite,
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
): string {
  const maxAgeS = DEVICE_DAYS * DAY_S;
  const statement = `${uid}.${Math.floor(site.clock() / 1000) + maxAgeS}`;
  const entry = `${statement}.${signDevice(site, statement, passwordHash)}`;
  const others = entriesOf(site, cookies).filter((known) => !known.startsWith(`${uid}.`));
  const value = [entry, ...others].slice(0, MAX_ACCOUNTS).join('~');
  return setCookie(site.publicUrl(), { name: DEVICE, value, maxAgeS });
}

/** Returns the id of a browser that has signed in to the account, or null. */
export function findDevice(
  site: DeviceSite,
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
): string | null {
  for (const entry of entriesOf(site, cookies)) {
    const [id, expires, given = ''] = entry.split('.');
    const isGenuine =
      id === uid && isSame(given, signDevice(site, `${id}.${expires}`, passwordHash));
    if (isGenuine && Number(expires) * 1000 > site.clock()) return entry;
  }
  return null;
}

function entriesOf({ publicUrl }: DeviceSite, cookies: string | undefined): string[] {
  const entries = readCookie(publicUrl(), cookies, DEVICE).split('~');
  return entries.filter((entry) => /^[\w-]+\.\d+\.[\w-]+$/.test(entry));
}

function signDevice({ deviceKey }: DeviceSite, statement: string, passwordHash: string): string {
  return createHmac('sha256', deviceKey).update(`${statement} ${passwordHash}`).digest('base64url');
}
