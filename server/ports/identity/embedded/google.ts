import { hash } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { cleanText } from '#contract/base/fields.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Queries } from '#server/db/types.ts';
import { canonicalEmail } from '#server/lib/canonical-email.ts';
import { loadOnce } from '#server/lib/load-once.ts';
import { findAccountRow, insertAccount, lockAccount, markVerified } from './accounts.ts';
import { findGoogleUid, insertGoogle, proveMailbox } from './credentials.ts';
import type { EmbeddedOptions, OpenedOptions } from './options.ts';
import { type Browser, type Entry, enter } from './sessions.ts';

const TIMEOUT_S = 8;
const SCOPE = 'openid email profile';
/** How long a user may take at Google. */
export const PENDING_S = 600;

/** What comes back is not of the sign-in that this browser started last. */
export const STATE_MISMATCH = 'state_mismatch';

/** Values that the browser that began must send back to finish. */
type Pending = { state: string; nonce: string; verifier: string };

/** Claims of Google's signed ID token; the e-mail in its canonical spelling. */
export type GooglePerson = { sub: string; email: string; emailVerified: boolean; name: string };

/** Creates a client for Google by OpenID Connect (code with PKCE), discovered by its issuer. */
export function createGoogleClient(options: OpenedOptions) {
  const { google, authKey, clock, log, publicUrl } = options;
  const cookieKey = hash('sha256', `google:${authKey}`, 'buffer');
  const redirectUri = () => `${publicUrl()}/api/identity/callback/google`;

  /**
   * Loads the library and Google's metadata at the first sign-in, which saves memory until then.
   */
  const discover = loadOnce(async () => {
    if (!google) throw new ShopError('not_found');
    const openid = await import('openid-client');
    const { clientId, clientSecret } = google;
    const issuer = new URL(google.issuer);
    // ID tokens are received directly from Google; their signature is still checked.
    const execute = [openid.enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests);
    const settings = { execute, timeout: TIMEOUT_S };
    const config = await openid.discovery(issuer, clientId, clientSecret, undefined, settings);
    return { openid, config };
  });

  async function open() {
    try {
      return await discover();
    } catch (cause) {
      log.warn({ fault: String(cause) }, 'identity: Google cannot be reached');
      throw new ShopError('unavailable', {
        message: 'Google no responde. Intenta de nuevo en unos minutos',
      });
    }
  }

  /**
   * Returns where the popup goes, and the encrypted cookie value that its browser sends back.
   * @throws ShopError `unavailable` while Google's metadata cannot be fetched
   */
  async function begin(): Promise<{ url: string; cookie: string }> {
    const { openid, config } = await open();
    const pending: Pending = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(),
      scope: SCOPE,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    const cookie = await new EncryptJWT(pending)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(new Date(clock() + PENDING_S * 1000))
      .encrypt(cookieKey);
    return { url: url.href, cookie };
  }

  /** Returns null for a cookie that is invalid or expired. */
  async function readPending(cookie: string): Promise<Pending | null> {
    try {
      const { payload } = await jwtDecrypt<Pending>(cookie, cookieKey, {
        currentDate: new Date(clock()),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  /**
   * Returns the user that Google signed in, or an error code.
   * @param search the query of Google's redirect
   * @param cookie the browser's cookie, from `begin`
   */
  async function finish(search: string, cookie: string): Promise<GooglePerson | string> {
    const pending = await readPending(cookie);
    if (new URLSearchParams(search).get('state') !== pending?.state) return STATE_MISMATCH;
    const { openid, config } = await open();
    try {
      const tokens = await openid.authorizationCodeGrant(config, new URL(redirectUri() + search), {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return 'invalid_response';
      // Providers may leave the e-mail out of the ID token and return it only as user info.
      const facts =
        'email' in claims
          ? claims
          : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
      return readPerson(claims, facts);
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError) {
        return /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'invalid_response';
      }
      if (error instanceof openid.ResponseBodyError) return 'invalid_response';
      if (!(error instanceof openid.ClientError)) throw error;
      if (error.code === 'OAUTH_TIMEOUT') throw new ShopError('unavailable');
      // A fetch that failed has its outage as cause.
      if (error.cause instanceof TypeError) throw error.cause;
      log.warn(
        { fault: `${error.code}: ${error.message}` },
        'identity: Google’s answer is refused',
      );
      return 'invalid_response';
    }
  }

  return { begin, finish };
}

function readPerson(
  { sub }: IDToken,
  { email, email_verified, name }: IDToken | UserInfoResponse,
): GooglePerson | string {
  const canonical = typeof email === 'string' ? canonicalEmail(email) : null;
  if (canonical === null) return 'email_not_found';
  return {
    sub,
    email: canonical,
    emailVerified: email_verified === true,
    name: typeof name === 'string' ? cleanText(name) : '',
  };
}

/** The account of a Google account, by link or by e-mail, as read before. */
export type FoundAccount = { uid: string; isLinked: boolean };

/** Returns null when the Google account creates a new account. */
export async function findGoogleAccount(
  db: Queries,
  { sub, email }: GooglePerson,
): Promise<FoundAccount | null> {
  const linked = await findGoogleUid(db, sub);
  if (linked !== null) return { uid: linked, isLinked: true };
  const known = await findAccountRow(db, { email });
  return known && { uid: known.uid, isLinked: false };
}

export type GoogleProblem =
  | 'account_not_linked'
  | 'email_not_verified'
  | 'USER_DISABLED'
  | 'unable_to_create_session';

/**
 * Starts a session for a user that Google signed in. With an e-mail that Google has not verified,
 * nothing is created or linked; with a verified one, the user takes over an account that another
 * person created without proof.
 * @param found the result of `findGoogleAccount`: it is read again while the account is locked
 */
export async function enterByGoogle(
  options: Pick<
    EmbeddedOptions,
    'db' | 'clock' | 'mayEnter' | 'handOver' | 'remember' | 'sendNotice'
  >,
  given: { person: GooglePerson; found: FoundAccount | null; browser: Browser },
): Promise<Entry | GoogleProblem> {
  const { db, clock, mayEnter, sendNotice } = options;
  const { person, found, browser } = given;
  const { sub, email, name } = person;
  if (!found?.isLinked && !person.emailVerified) {
    return found ? 'account_not_linked' : 'email_not_verified';
  }
  // No sign-in method is added to a disabled account.
  if (found && !(await mayEnter(db.queries, found.uid))) return 'USER_DISABLED';
  return db.transaction(async (tx): Promise<Entry | GoogleProblem> => {
    const now = clock();
    const account = found
      ? await lockAccount(options, tx, found.uid)
      : await insertAccount(tx, { email, name, now });
    if (!account) return 'unable_to_create_session';
    const linkedTo = await findGoogleUid(tx, sub);
    if (linkedTo !== (found?.isLinked ? account.uid : null)) return 'unable_to_create_session';
    if (!found?.isLinked) {
      if (found) {
        await proveMailbox(options, tx, { account, endSessions: false });
        const facts = { to: account.email, at: now };
        await sendNotice(tx, { kind: 'sign_in_method_added', method: 'google', ...facts });
      } else await markVerified(tx, account.uid, now);
      await insertGoogle(tx, { uid: account.uid, sub }, now);
    }
    return enter(options, tx, { account, ...browser });
  });
}
