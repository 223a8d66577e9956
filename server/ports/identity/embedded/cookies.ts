import { createHmac } from 'node:crypto';
import { HINT_COOKIE } from '#contract/people/session-hint.ts';
import { DEVICE_DAYS, SESSION_DAYS } from '#domain/privacy/retention.ts';
import { cookieName, cookiePairs, readCookie } from '#server/lib/cookies.ts';
import { isSame } from '#server/lib/secrets.ts';
import { hintCookie } from '#server/ports/identity/calls.ts';
import type { IdentityRequest } from '#server/ports/identity/identity.ts';
import { findPassword } from './credentials.ts';
import type { EmbeddedOptions } from './options.ts';
import { type Browser, findSession, type SessionUser } from './sessions.ts';

const DAY_S = 86_400;
const SESSION_S = SESSION_DAYS * DAY_S;
const SESSION_COOKIE = /^(__Host-)?pines\.session_token$/;

type CookieName = 'session_token' | 'device' | 'google';

/** How a site signs and names its cookies. */
export type CookieRules = { authKey: string; secure: boolean };

export function cookieRules({
  authKey,
  publicUrl,
}: Pick<EmbeddedOptions, 'authKey' | 'publicUrl'>): CookieRules {
  return { authKey, secure: publicUrl().startsWith('https:') };
}

/** Returns the `Set-Cookie` header of a cookie that scripts cannot read; 0 seconds clear it. */
export function setCookie(
  name: CookieName,
  value: string,
  { maxAgeS, secure }: { maxAgeS: number; secure: boolean },
): string {
  const pair = `${cookieName(name, secure)}=${value}`;
  return `${pair}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Returns the `Set-Cookie` headers of a session: its cookie and the hint. */
export function sessionCookies(token: string, { authKey, secure }: CookieRules): string[] {
  const value = encodeURIComponent(`${token}.${sign(token, authKey)}`);
  return bothCookies(value, '1', { maxAgeS: SESSION_S, secure });
}

/** Returns `Set-Cookie` headers that end a session in the browser. */
export function clearedCookies({ secure }: Pick<CookieRules, 'secure'>): string[] {
  return bothCookies('', '', { maxAgeS: 0, secure });
}

function bothCookies(
  session: string,
  hint: '1' | '',
  life: { maxAgeS: number; secure: boolean },
): string[] {
  return [setCookie('session_token', session, life), hintCookie(hint, life)];
}

/** Returns whether the browser sent a session cookie, or the hint of one. */
export function hasSessionCookie(cookie: string | undefined): boolean {
  const names = cookiePairs(cookie).map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return names.some((name) => SESSION_COOKIE.test(name) || name === HINT_COOKIE);
}

/** Returns the session token of a `Cookie` header, or null without a valid one. */
export function readSessionToken(
  cookies: string | undefined,
  { authKey, secure }: CookieRules,
): string | null {
  const value = decode(readCookie(cookies, 'session_token', secure));
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  return isSame(value.slice(dot + 1), sign(token, authKey)) ? token : null;
}

/** Returns the session token in a response's `Set-Cookie` headers, or null. */
export function readSetSession(setCookies: readonly string[], rules: CookieRules): string | null {
  const header = setCookies.find((one) => SESSION_COOKIE.test(one.split('=', 1)[0] ?? ''));
  return readSessionToken(header?.split(';', 1)[0], rules);
}

/** Returns the browser of a sign-in request, with the session it already has. */
export function browserOf(
  options: Pick<EmbeddedOptions, 'authKey' | 'publicUrl'>,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Browser {
  const replaces = readSessionToken(headers.cookie, cookieRules(options));
  return { replaces, userAgent: headers['user-agent'] };
}

/** Returns the account of the browser's session, or null. */
export async function sessionUser(
  options: EmbeddedOptions,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<SessionUser | null> {
  const token = readSessionToken(headers.cookie, cookieRules(options));
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

/** An account, and the hash of the password that opened it. */
export type Opened = { uid: string; passwordHash: string };

export type DeviceRules = { deviceKey: Uint8Array; secure: boolean; now: number };

/** Returns the id of a browser that has signed in to the account before, or null. */
export async function findKnownBrowser(
  options: EmbeddedOptions,
  { headers }: Pick<IdentityRequest, 'headers'>,
  email: string,
): Promise<string | null> {
  if (!headers.cookie) return null;
  const stored = await findPassword(options.db.queries, { email });
  if (!stored) return null;
  const opened = { uid: stored.uid, passwordHash: stored.hash };
  return findDevice(headers.cookie, opened, deviceRules(options));
}

export function deviceRules(
  options: Pick<EmbeddedOptions, 'authKey' | 'deviceKey' | 'publicUrl' | 'clock'>,
): DeviceRules {
  const { secure } = cookieRules(options);
  return { deviceKey: options.deviceKey, secure, now: options.clock() };
}

/**
 * Remembers in the browser that it signed in to an account, so that wrong passwords from elsewhere
 * do not delay it. The cookie grants no access, and a new password invalidates it.
 * @param cookies the `Cookie` header of the request
 * @returns a `Set-Cookie` header
 */
export function rememberDevice(
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
  rules: DeviceRules,
): string {
  const expires = Math.floor(rules.now / 1000) + DEVICE_DAYS * DAY_S;
  const statement = `${uid}.${expires}`;
  const entry = `${statement}.${signDevice(statement, passwordHash, rules)}`;
  const others = entriesOf(cookies, rules).filter((known) => !known.startsWith(`${uid}.`));
  const value = [entry, ...others].slice(0, MAX_ACCOUNTS).join('~');
  return setCookie('device', value, { maxAgeS: DEVICE_DAYS * DAY_S, secure: rules.secure });
}

/** Returns the id of a browser that has signed in to the account, or null. */
export function findDevice(
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
  rules: DeviceRules,
): string | null {
  for (const entry of entriesOf(cookies, rules)) {
    const [id, expires, given = ''] = entry.split('.');
    const isGenuine =
      id === uid && isSame(given, signDevice(`${id}.${expires}`, passwordHash, rules));
    if (isGenuine && Number(expires) * 1000 > rules.now) return entry;
  }
  return null;
}

function entriesOf(cookies: string | undefined, rules: DeviceRules): string[] {
  const entries = readCookie(cookies, 'device', rules.secure).split('~');
  return entries.filter((entry) => /^[\w-]+\.\d+\.[\w-]+$/.test(entry));
}

function signDevice(statement: string, passwordHash: string, { deviceKey }: DeviceRules): string {
  return createHmac('sha256', deviceKey).update(`${statement} ${passwordHash}`).digest('base64url');
}
