import { errors, jwtVerify, SignJWT } from 'jose';

const LIFE_MS = 86_400_000;
const PURPOSE = 'verify-email';

/** What a verification mail's link proves: that its holder reads the mail of this address. */
export type MailProof = { uid: string; email: string };

export async function signMailProof(
  { uid, email }: MailProof,
  { mailKey, now }: { mailKey: Uint8Array; now: number },
): Promise<string> {
  const issued = Math.floor(now / 1000);
  return new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uid)
    .setAudience(PURPOSE)
    .setIssuedAt(issued)
    .setExpirationTime(new Date(now + LIFE_MS))
    .sign(mailKey);
}

/** @returns what the token proves, or why it proves nothing */
export async function readMailProof(
  token: string,
  { mailKey, now }: { mailKey: Uint8Array; now: number },
): Promise<MailProof | 'TOKEN_EXPIRED' | 'INVALID_TOKEN'> {
  try {
    const { payload } = await jwtVerify<{ email?: unknown }>(token, mailKey, {
      algorithms: ['HS256'],
      audience: PURPOSE,
      currentDate: new Date(now),
    });
    const { sub, email } = payload;
    return sub && typeof email === 'string' ? { uid: sub, email } : 'INVALID_TOKEN';
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED';
    if (error instanceof errors.JOSEError) return 'INVALID_TOKEN';
    throw error;
  }
}
