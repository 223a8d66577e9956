import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Browser } from './accounts.ts';
import type { Answer } from './client.ts';

const STEP_MS = 30_000;

/** Returns the code that an app shows at a time; `uri` is what the QR code holds. */
export async function codeOf(uri: string, now: number): Promise<string> {
  const typed = new URL(uri).searchParams.get('secret') ?? '';
  const secret = new TextDecoder().decode(base32.decode(typed));
  return createOTP(secret).hotp(Math.floor(now / STEP_MS));
}

/** An admin's app and recovery codes, as they are after enrolling. */
export type Enrolled = { uri: string; recoveryCodes: string[] };

/** Enrols an admin in the session of this browser. @param now the shop's time in milliseconds */
export async function enrol(admin: Pick<Browser, 'call'>, now: number): Promise<Enrolled> {
  const begun = await admin.call('/api/auth/second-factor/enrolment', { method: 'POST' });
  const uri = String(begun.body.uri);
  const json = { ticket: begun.body.ticket, code: await codeOf(uri, now) };
  const { status, body } = await admin.call('/api/auth/second-factor', { json });
  if (status !== 201 || !Array.isArray(body.recoveryCodes)) {
    throw new Error(`enrolling answered ${status}: ${JSON.stringify(body)}`);
  }
  return { uri, recoveryCodes: body.recoveryCodes.map(String) };
}

/** Tries to pass with a code. */
export function passWith(browser: Pick<Browser, 'call'>, code: string): Promise<Answer> {
  return browser.call('/api/auth/second-factor/pass', { json: { code } });
}
