import { errors, jwtVerify, SignJWT } from 'jose';

/** What a mailed or printed link proves: its holder may act for this e-mail. */
export type EmailProof = { subject: string; email: string; expiresAt: number };

/** @param purpose separates the links of one kind from all others, even with the same key */
type Signer = { key: Uint8Array; purpose: string };

/** Returns the token of a link; `expiresAt` in milliseconds since 1970. */
export function signProof(
  { subject, email, expiresAt }: EmailProof,
  { key, purpose }: Signer,
): Promise<string> {
  return new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(purpose)
    .setExpirationTime(new Date(expiresAt))
    .sign(key);
}

/** Returns a token's proof, or why it is not valid. */
export async function readProof(
  token: string,
  { key, purpose, now }: Signer & { now: number },
): Promise<EmailProof | 'TOKEN_EXPIRED' | 'INVALID_TOKEN'> {
  try {
    const { payload } = await jwtVerify<{ email?: unknown }>(token, key, {
      algorithms: ['HS256'],
      audience: purpose,
      currentDate: new Date(now),
    });
    const { sub: subject, email, exp } = payload;
    if (!subject || typeof email !== 'string' || exp === undefined) return 'INVALID_TOKEN';
    return { subject, email, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED';
    if (error instanceof errors.JOSEError) return 'INVALID_TOKEN';
    throw error;
  }
}
