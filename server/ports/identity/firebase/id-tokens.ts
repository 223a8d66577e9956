import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import * as z from 'zod';
import type { IdToken } from '#domain/buyer.ts';
import { canonicalEmail } from '../../../canonical-email.ts';

const ALGORITHM = 'RS256';
/** Firebase's own span. */
const MAX_LIFE_S = 3600;
/** Clocks of several servers differ a little. */
const TOLERANCE_S = 30;
const MAX_UID = 128;

const seconds = z.number().int().positive();
const payloadSchema = z.object({
  sub: z.string().min(1).max(MAX_UID),
  iat: seconds,
  exp: seconds,
  auth_time: seconds,
  email: z.string(),
  email_verified: z.boolean(),
  firebase: z.object({
    // Other ways in are none of the shop's, should the project have them.
    sign_in_provider: z.enum(['password', 'google.com']),
    tenant: z.never().optional(),
  }),
});

/** What a token says of its account; times in milliseconds since 1970 (UTC). */
export type Claims = {
  email: string;
  isVerified: boolean;
  /** How the session began. */
  provider: 'password' | 'google.com';
  /** When its owner signed in: all tokens of a session have the same. */
  beganAt: number;
  issuedAt: number;
  /** The token itself, for what Firebase lets its owner alone do. */
  bearer: string;
};

export type TokenRules = {
  projectId: string;
  findKey: JWTVerifyGetKey;
  /** Takes the emulator's tokens, which nobody signs, and no others. */
  isEmulated: boolean;
  now: number;
};

/**
 * Checks an ID token of a Firebase project.
 * @returns null for anything that is not genuine, of this project and of now
 * @throws ShopError `unavailable` when Google's keys cannot be had
 */
export async function readIdToken(bearer: string, rules: TokenRules): Promise<IdToken | null> {
  try {
    return toIdToken(await verify(bearer, rules), bearer, rules.now);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function verify(bearer: string, rules: TokenRules): Promise<JWTPayload> {
  const { projectId, findKey, isEmulated, now } = rules;
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: new Date(now),
  };
  if (isEmulated) return UnsecuredJWT.decode(bearer, expected).payload;
  const { payload } = await jwtVerify(bearer, findKey, { ...expected, algorithms: [ALGORITHM] });
  return payload;
}

function toIdToken(payload: JWTPayload, bearer: string, now: number): IdToken | null {
  const { data } = payloadSchema.safeParse(payload);
  const email = data ? canonicalEmail(data.email) : null;
  if (!data || email === null) return null;
  const { sub, iat, exp, auth_time, email_verified, firebase } = data;
  const latest = Math.floor(now / 1000) + TOLERANCE_S;
  if (iat > latest || auth_time > latest || exp - iat > MAX_LIFE_S) return null;
  const claims: Claims = {
    email,
    isVerified: email_verified,
    provider: firebase.sign_in_provider,
    beganAt: auth_time * 1000,
    issuedAt: iat * 1000,
    bearer,
  };
  // As the account's list of sessions names it.
  return { uid: sub, session: String(claims.beganAt), claims };
}

const claimsSchema = z.object({
  email: z.string(),
  isVerified: z.boolean(),
  provider: z.enum(['password', 'google.com']),
  beganAt: z.number(),
  issuedAt: z.number(),
  bearer: z.string(),
});

/** @returns what `readIdToken` found in a token */
export function claimsOf({ claims }: IdToken): Claims {
  return claimsSchema.parse(claims);
}
