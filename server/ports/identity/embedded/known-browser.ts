import { createHmac } from 'node:crypto';
import { DEVICE_DAYS } from '#domain/retention.ts';
import type { IdentityRequest } from '#server/ports/identity/identity.ts';
import { cookieRules, cookieValue, isSame, setCookie } from './cookies.ts';
import { findPassword } from './credentials.ts';
import type { EmbeddedOptions } from './options.ts';

const DAY_S = 86_400;
/** Of how many accounts a browser knows that it signed in to them. */
const MAX_ACCOUNTS = 4;

/** An account, and the hash of the password that opened it. */
export type Opened = { uid: string; passwordHash: string };

export type DeviceRules = { deviceKey: Uint8Array; secure: boolean; now: number };

type Options = Pick<EmbeddedOptions, 'db' | 'authKey' | 'deviceKey' | 'publicUrl' | 'clock'>;

/** @returns what tells the browser from others when it signed in to the account before, or null */
export async function findKnownBrowser(
  options: Options,
  { headers }: Pick<IdentityRequest, 'headers'>,
  email: string,
): Promise<string | null> {
  if (!headers.cookie) return null;
  const stored = await findPassword(options.db.queries, { email });
  if (!stored) return null;
  const opened = { uid: stored.uid, passwordHash: stored.hash };
  return findDevice(headers.cookie, opened, rulesOf(options));
}

/** @returns the `Set-Cookie` header by which the account knows the browser from now on */
export function rememberBrowser(
  options: Options,
  { headers }: Pick<IdentityRequest, 'headers'>,
  opened: Opened,
): string {
  return rememberDevice(headers.cookie, opened, rulesOf(options));
}

function rulesOf(options: Options): DeviceRules {
  const { secure } = cookieRules(options);
  return { deviceKey: options.deviceKey, secure, now: options.clock() };
}

/**
 * Remembers in the browser that somebody signed in to an account from it, so that wrong passwords
 * from elsewhere do not delay it. It opens nothing, and dies with the password.
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
  const entry = `${statement}.${sign(statement, passwordHash, rules)}`;
  const others = entriesOf(cookies, rules).filter((known) => !known.startsWith(`${uid}.`));
  const value = [entry, ...others].slice(0, MAX_ACCOUNTS).join('~');
  return setCookie('device', value, { maxAgeS: DEVICE_DAYS * DAY_S, secure: rules.secure });
}

/** @returns what tells this browser from others when it signed in to the account, or null */
export function findDevice(
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
  rules: DeviceRules,
): string | null {
  for (const entry of entriesOf(cookies, rules)) {
    const [id, expires, given = ''] = entry.split('.');
    const isGenuine = id === uid && isSame(given, sign(`${id}.${expires}`, passwordHash, rules));
    if (isGenuine && Number(expires) * 1000 > rules.now) return entry;
  }
  return null;
}

function entriesOf(cookies: string | undefined, rules: DeviceRules): string[] {
  const entries = cookieValue(cookies, 'device', rules).split('~');
  return entries.filter((entry) => /^[\w-]+\.\d+\.[\w-]+$/.test(entry));
}

function sign(statement: string, passwordHash: string, { deviceKey }: DeviceRules): string {
  return createHmac('sha256', deviceKey).update(`${statement} ${passwordHash}`).digest('base64url');
}
