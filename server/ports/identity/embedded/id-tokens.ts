import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { IdToken } from '#domain/buyer.ts';

/** How long an ID token is valid. */
export const TOKEN_LIFE = '15m';
const ALGORITHM = 'EdDSA';
/** Clocks of several servers differ a little. */
const CLOCK_TOLERANCE_S = 5;

/** What issuer and audience of this site's tokens are. */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}/api/identity`;
}

/** Checks a token of this provider's own; null for what is not genuine, of this site and of now. */
export async function readIdToken(
  bearer: string,
  {
    findKey,
    publicUrl,
    now,
  }: {
    findKey: JWTVerifyGetKey;
    publicUrl: string;
    now: number;
  },
): Promise<IdToken | null> {
  try {
    const { payload } = await jwtVerify(bearer, findKey, {
      algorithms: [ALGORITHM],
      issuer: issuerOf(publicUrl),
      audience: publicUrl,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      maxTokenAge: TOKEN_LIFE,
    });
    const { sub, sid } = payload;
    if (!sub || typeof sid !== 'string') return null;
    return { uid: sub, session: sid, claims: { sid } };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
