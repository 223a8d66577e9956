import type { IdentityRequest } from '../identity.ts';
import { findPassword } from './credentials.ts';
import { type DeviceRules, findDevice, type Opened, rememberDevice } from './device-cookie.ts';
import type { EmbeddedOptions } from './options.ts';
import { cookieRules } from './session-user.ts';

type Options = Pick<EmbeddedOptions, 'db' | 'authKey' | 'deviceKey' | 'publicUrl' | 'clock'>;

/** @returns what tells the browser from others when it signed in to the account before, or null */
export async function knownDevice(
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

/** @returns the `Set-Cookie` header by which the browser is known to the account from now on */
export function rememberIn(
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
