import { createHmac, timingSafeEqual } from 'node:crypto';
import { DEVICE_DAYS } from '#domain/retention.ts';

const DAY_S = 86_400;
/** Of how many accounts a browser knows that it signed in to them. */
const MAX_ACCOUNTS = 4;

/** An account, and the hash of the password that opened it. */
export type Opened = { uid: string; passwordHash: string };

export type DeviceRules = { deviceKey: Uint8Array; secure: boolean; now: number };

/**
 * Remembers in the browser that somebody signed in to an account from it, so that wrong passwords
 * from elsewhere do not hold it. It opens nothing, and dies with the password.
 * @param cookies the `Cookie` header that came
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
  const attributes = `Max-Age=${DEVICE_DAYS * DAY_S}; Path=/; HttpOnly; SameSite=Lax`;
  return `${nameOf(rules)}=${value}; ${attributes}${rules.secure ? '; Secure' : ''}`;
}

/** @returns what tells this browser from others when it signed in to the account, or null */
export function findDevice(
  cookies: string | undefined,
  { uid, passwordHash }: Opened,
  rules: DeviceRules,
): string | null {
  for (const entry of entriesOf(cookies, rules)) {
    const [id, expires, given] = entry.split('.');
    const right = sign(`${id}.${expires}`, passwordHash, rules);
    const isGenuine = id === uid && isSame(given ?? '', right);
    if (isGenuine && Number(expires) * 1000 > rules.now) return entry;
  }
  return null;
}

function entriesOf(cookies: string | undefined, rules: DeviceRules): string[] {
  const start = `${nameOf(rules)}=`;
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
  return value.split('~').filter((entry) => /^[\w-]+\.\d+\.[\w-]+$/.test(entry));
}

function nameOf({ secure }: DeviceRules): string {
  return secure ? '__Host-pines.device' : 'pines.device';
}

function sign(statement: string, passwordHash: string, { deviceKey }: DeviceRules): string {
  return createHmac('sha256', deviceKey).update(`${statement} ${passwordHash}`).digest('base64url');
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
