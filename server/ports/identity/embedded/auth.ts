import { randomUUID } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import { SESSION_DAYS } from '#domain/retention.ts';
import { ADDRESS_HEADER } from './address-header.ts';
import { cookiePrefix } from './cookies.ts';
import { admitFromProvider, googleProvider } from './google.ts';
import { issuerOf, TOKEN_LIFE } from './id-tokens.ts';
import { KEY_LIFE_MS, type KeyStore } from './keys.ts';
import { logInto } from './log.ts';
import type { OpenedOptions } from './options.ts';
import { columnNames } from './tables.ts';

const DAY_S = 86_400;

/** better-auth, set up for this shop; `withGoogle` asks Google first: it may fail or take long. */
export function createAuth(
  options: OpenedOptions,
  keys: KeyStore,
  { withGoogle, onNewKey }: { withGoogle: boolean; onNewKey: () => void },
) {
  const { db, authKey, google, clock } = options;
  const publicUrl = options.publicUrl();
  const secure = publicUrl.startsWith('https:');
  return betterAuth({
    appName: 'pines',
    baseURL: publicUrl,
    basePath: '/api/identity',
    secret: authKey,
    trustedOrigins: [publicUrl, ...options.ownOrigins()],
    telemetry: { enabled: false },
    // Without `transaction`: nothing of ours may wait for a connection inside of one.
    database: { db: db.queries, type: db.kind },
    ...columnNames,
    verification: { ...columnNames.verification, storeIdentifier: 'hashed' },
    // A session's end is fixed at its start, however often it is used.
    session: {
      ...columnNames.session,
      expiresIn: SESSION_DAYS * DAY_S,
      disableSessionRefresh: true,
    },
    account: {
      ...columnNames.account,
      updateAccountOnSignIn: false,
      // An account nobody has verified yet goes to whoever Google vouches for: see hand-over.ts.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    user: {
      ...columnNames.user,
      validateUserInfo: ({ user, source }) => admitFromProvider(options, user, source),
    },
    // Its own routes for passwords are not served: they read, hash and then write whatever happened
    // meanwhile. Ours are sign-up.ts, sign-in.ts, change-password.ts and reset-password.ts.
    emailAndPassword: { enabled: true },
    advanced: {
      cookiePrefix: cookiePrefix(secure),
      // Its own prefix is `__Secure-`, which other hosts of the domain can set, too.
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'lax', secure },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // A session and its account in one query. In two, it prints a fault of the second past every log.
      database: { validateSchema: false, joins: true },
    },
    rateLimit: { enabled: false },
    logger: logInto(options.log),
    // What nobody foresaw is thrown to us; otherwise its router prints it past every log.
    onAPIError: { errorURL: `${publicUrl}/api/identity/popup`, throw: true },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            if (!(await options.mayEnter(db.queries, session.userId))) {
              throw new APIError('FORBIDDEN', { code: 'USER_DISABLED', message: 'User disabled' });
            }
            return { data: { ...session, ipAddress: null, userAgent: null } };
          },
        },
      },
      account: {
        create: {
          // The shop never calls the provider in the buyer's name, so it keeps no key to do so.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
          rotationInterval: KEY_LIFE_MS / 1000,
        },
        jwt: {
          issuer: issuerOf(publicUrl),
          audience: publicUrl,
          expirationTime: TOKEN_LIFE,
          definePayload: ({ session }) => ({ sid: session.id }),
        },
        adapter: {
          getJwks: () => keys.list(clock()),
          createJwk: async ({ publicKey, privateKey }) => {
            const now = clock();
            const stored = {
              publicKey,
              privateKey,
              id: randomUUID(),
              alg: 'EdDSA' as const,
              createdAt: new Date(now),
              expiresAt: new Date(now + KEY_LIFE_MS),
            };
            await keys.add(stored);
            onNewKey();
            return stored;
          },
        },
      }),
      ...(google && withGoogle ? [googleProvider(google)] : []),
    ],
  } satisfies BetterAuthOptions);
}

export type Auth = ReturnType<typeof createAuth>;
