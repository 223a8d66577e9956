import { codeOfStep } from '#server/features/people/second-factor/totp.ts';
import type { Browser } from './accounts.ts';
import type { Answer } from './client.ts';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code that an app shows at a time; `uri` is the content of the QR code. */
export async function codeOf(uri: string, now: number): Promise<string> {
  return codeOfTyped(new URL(uri).searchParams.get('secret') ?? '', now);
}

/** Returns the code that an app shows at a time for a typed secret. */
export function codeOfTyped(typed: string, now: number): string {
  const bits = Array.from(typed.replaceAll(' ', ''), (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOfStep(Buffer.from(bytes).toString(), Math.floor(now / STEP_MS));
}

/** An admin's app and recovery codes after enrolling. */
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

/** Tries to pass the second factor with a code. */
export function passWith(browser: Pick<Browser, 'call'>, code: string): Promise<Answer> {
  return browser.call('/api/auth/second-factor/pass', { json: { code } });
}
