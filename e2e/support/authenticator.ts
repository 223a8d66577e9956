import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';

const STEP_MS = 30_000;

/** What the app shows now for a secret as it is typed. */
export async function codeOf(typed: string): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(typed.replaceAll(' ', '')));
  return createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS));
}
