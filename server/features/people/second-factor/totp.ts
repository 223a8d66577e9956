import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';

/** What every authenticator app takes for granted (RFC 6238): six digits, half a minute each. */
const CODE = { digits: 6, period: 30 };
const PERIOD_MS = CODE.period * 1000;
/** A phone's clock may be so many steps off. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 16;

/** Returns a new secret of 128 bits, as the text whose bytes the app shares (RFC 4226, section 4). */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Returns the step, counted in half minutes since 1970, that a code belongs to; null for a code that
 * is not of now, nor of a step before or after.
 * @param now milliseconds since 1970
 */
export async function findStep(secret: string, code: string, now: number): Promise<number | null> {
  const current = Math.floor(now / PERIOD_MS);
  const otp = createOTP(secret, CODE);
  let found: number | null = null;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    const right = Buffer.from(await otp.hotp(step));
    const given = Buffer.from(code);
    if (right.length === given.length && timingSafeEqual(right, given)) found = step;
  }
  return found;
}

/** Returns what the QR code holds, and the secret as people type it: groups of four letters. */
export function describeSecret(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): { uri: string; secret: string } {
  const uri = createOTP(secret, CODE).url(issuer, account);
  const typed = new URL(uri).searchParams.get('secret') ?? '';
  return { uri, secret: typed.match(/.{1,4}/g)?.join(' ') ?? typed };
}
