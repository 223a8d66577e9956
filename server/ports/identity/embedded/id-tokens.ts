import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { IdToken } from '#domain/people/buyer.ts';
import type { SigningKey } from './keys.ts';

/** How long an ID token is valid. */
const LIFE_S = 15 * 60;
const ALGORITHM = 'EdDSA';
/** Clocks of several servers differ a little. */
const CLOCK_TOLERANCE_S = 5;

/** Returns the issuer of this site's tokens, which is also their audience. */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/api/identity`;
}

/** Returns an ID token of a session: a JWT with only uid and session id. */
export async function signIdToken(
  { uid, sid }: { uid: string; sid: string },
  { key, publicUrl, now }: { key: SigningKey; publicUrl: string; now: number },
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setSubject(uid)
    .setIssuer(issuerOf(publicUrl))
    .setAudience(publicUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_S)
    .sign(key.privateKey);
}

/** Verifies a token of this provider; null if it is invalid, expired, or of another site. */
export async function readIdToken(
  bearer: string,
  { findKey, publicUrl, now }: { findKey: JWTVerifyGetKey; publicUrl: string; now: number },
): Promise<IdToken | null> {
  try {
    const { payload } = await jwtVerify(bearer, findKey, {
      algorithms: [ALGORITHM],
      issuer: issuerOf(publicUrl),
      audience: publicUrl,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      maxTokenAge: LIFE_S,
    });
    const { sub, sid } = payload;
    if (!sub || typeof sid !== 'string') return null;
    return { uid: sub, session: sid, claims: { sid } };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
