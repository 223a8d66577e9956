import {
  createLocalJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import * as z from 'zod';
import { ShopError } from '#domain/base/errors.ts';
import type { IdToken } from '#domain/people/buyer.ts';
import { canonicalEmail } from '#server/lib/canonical-email.ts';
import type { IdentityRequest } from '#server/ports/identity/identity.ts';
import type { CallParts } from './toolkit.ts';

const ALGORITHM = 'RS256';
/** The lifetime of Firebase's tokens. */
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
    // The shop accepts no other sign-in methods that the project may have.
    sign_in_provider: z.enum(['password', 'google.com']),
    tenant: z.never().optional(),
  }),
});

const claimsSchema = z.object({
  email: z.string(),
  isVerified: z.boolean(),
  /** How the session began. */
  provider: z.enum(['password', 'google.com']),
  /** When its user signed in: the same in all tokens of a session. */
  beganAt: z.number(),
  issuedAt: z.number(),
  /** The token itself, for calls of Firebase that only the account's user may make. */
  bearer: z.string(),
});

/** A token's claims about its account; times in milliseconds since 1970 (UTC). */
export type Claims = z.infer<typeof claimsSchema>;

export type TokenRules = {
  projectId: string;
  findKey: JWTVerifyGetKey;
  /** Accepts the emulator's unsigned tokens, and no others. */
  isEmulated: boolean;
  now: number;
};

/**
 * Verifies an ID token of a Firebase project.
 * @returns null if it is invalid, expired, or of another project
 * @throws ShopError `unavailable` when Google's keys cannot be fetched
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
  // The same id as in the account's list of sessions.
  return { uid: sub, session: String(claims.beganAt), claims };
}

/** Returns the claims that `readIdToken` found in a token. */
export function claimsOf({ claims }: IdToken): Claims {
  return claimsSchema.parse(claims);
}

export async function readBearer(
  { readToken }: Pick<CallParts, 'readToken'>,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<IdToken | null> {
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ? readToken(bearer) : null;
}

const TIMEOUT_MS = 5000;
/** Minimum time between two fetches, so that invalid tokens cannot cause many. */
const MIN_PAUSE_MS = 30_000;
const DEFAULT_AGE_S = 300;
const MAX_AGE_S = 86_400;

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).min(1),
});

/**
 * Returns a function that finds a provider's published keys. They are cached as long as the
 * response's `Cache-Control` allows, and fetched again for an unknown key, at most every half
 * minute. While the provider does not answer, the cached keys are still used.
 * @throws ShopError `unavailable` when no keys could be fetched at all
 */
export function publishedKeys({
  url,
  clock,
}: {
  url: string;
  clock: () => number;
}): JWTVerifyGetKey {
  let cached: { find: JWTVerifyGetKey; until: number } | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<unknown> | null = null;

  async function fetchKeys(): Promise<void> {
    fetchedAt = clock();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { signal, redirect: 'error' });
    if (!answer.ok) throw new Error(`the keys answered with status ${answer.status}`);
    const find = createLocalJWKSet(keySet.parse(await answer.json()));
    cached = { find, until: fetchedAt + maxAgeOf(answer.headers) * 1000 };
  }

  async function renew(): Promise<void> {
    if (cached && Math.abs(clock() - fetchedAt) < MIN_PAUSE_MS) return;
    fetching ??= fetchKeys().finally(() => {
      fetching = null;
    });
    await fetching.catch(() => undefined);
  }

  const find: JWTVerifyGetKey = (header, token) => {
    if (!cached) throw new ShopError('unavailable');
    return cached.find(header, token);
  };

  return async (header, token) => {
    if (!cached || clock() >= cached.until) await renew();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await renew();
      return find(header, token);
    }
  };
}

/** Returns the seconds for which a response may be cached. */
function maxAgeOf(headers: Headers): number {
  const [, age] = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '') ?? [];
  return Math.min(age === undefined ? DEFAULT_AGE_S : Number(age), MAX_AGE_S);
}
