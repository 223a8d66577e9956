import type { IdToken } from '#domain/people/buyer.ts';
import {
  answerJson,
  emailOf,
  refuse,
  refuseForeignOrigin,
  withCleanTexts,
} from '#server/ports/identity/calls.ts';
import type {
  Identity,
  IdentityCall,
  IdentityCalls,
  IdentityRequest,
  SentAnswer,
} from '#server/ports/identity/identity.ts';
import { withSignInLog } from '#server/ports/identity/log-sign-ins.ts';
import {
  deleteResetLinks,
  deleteUser,
  describeAccount,
  findAccountRow,
  lockAccount,
  readAccountData,
  sweepExpired,
} from './accounts.ts';
import { createAttempts, createPasswordAttempts } from './attempts.ts';
import {
  clearedCookies,
  hasSessionCookie,
  readSessionToken,
  readSetSession,
  sessionUser,
} from './cookies.ts';
import { googleCalls } from './google-calls.ts';
import { createHashQueue } from './hashing.ts';
import { readIdToken, signIdToken } from './id-tokens.ts';
import { createKeyStore, type KeyStore } from './keys.ts';
import type { CallParts, EmbeddedOptions, OpenedOptions } from './options.ts';
import { passwordCalls, resetCalls } from './password-calls.ts';
import {
  deleteSession,
  deleteSessions,
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  lockSession,
  readSession,
} from './sessions.ts';
import { verificationCalls } from './verification.ts';

/** The embedded identity provider, which uses the shop's own database. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, clock } = options;
  const keys = createKeyStore(db.queries, options.authKey, clock);

  return {
    readToken: (bearer) =>
      readIdToken(bearer, { findKey: keys.findKey, publicUrl: options.publicUrl(), now: clock() }),
    findAccount: async (token) => {
      const found = await findSession(db.queries, sessionOf(token), clock());
      if (!found) return null;
      const { sid: _, ...account } = found;
      return account;
    },
    lockSession: (tx, token) => lockSession(options, tx, sessionOf(token)),
    describe: ({ uid }) => describeAccount(db.queries, uid),
    readData: (uid) => readAccountData(db.queries, uid),
    listSessions: (token) => listSessions(options, sessionOf(token)),
    endSession: (token, id) => endSession(options, sessionOf(token), id),
    endOtherSessions: (token) => endOtherSessions(options, sessionOf(token)),
    endSessions: (uid) =>
      db.transaction(async (tx) => {
        await lockAccount(options, tx, uid);
        await deleteSessions(tx, uid);
        await deleteResetLinks(tx, uid);
      }),
    remove: (uid) =>
      db.transaction(async (tx) => {
        await lockAccount(options, tx, uid);
        await deleteUser(tx, uid);
        await options.forget(tx, uid);
      }),
    sweep: () => sweepExpired(db, clock()),
    open: (log) => listCalls({ ...options, log }, keys),
  };
}

function sessionOf({ uid, claims }: IdToken): { uid: string; sid: string } {
  return { uid, sid: typeof claims.sid === 'string' ? claims.sid : '' };
}

/**
 * Returns the provider's calls, only those that the shop uses. Each is a route of its own, so that
 * the log can name it without the URL.
 */
async function listCalls(options: OpenedOptions, keys: KeyStore): Promise<IdentityCalls> {
  const { limits } = options;
  const shared: CallParts = {
    ...{ options, keys },
    attempts: createAttempts(limits),
    tries: createPasswordAttempts(limits),
    withHashing: createHashQueue(limits),
  };
  const calls = [
    ...sessionCalls(shared),
    ...passwordCalls(shared),
    ...resetCalls(shared),
    ...verificationCalls(shared),
    ...(await googleCalls(shared)),
  ];
  return {
    calls: calls.map((call) => withLog(withCleanTexts(call), options)),
    refuse: (request) => refuseForeignOrigin(request, options),
  };
}

/** Calls about a session: its ID tokens, its data, and sign-out. */
function sessionCalls({ options, keys }: CallParts): IdentityCall[] {
  const { db, clock, publicUrl, forgetPass } = options;
  const cleared = () => clearedCookies(options);
  /** Clears the cookies of a browser whose session has ended. */
  const clearedIfSent = (cookie: string | undefined) => (hasSessionCookie(cookie) ? cleared() : []);

  return [
    {
      method: 'GET',
      path: '/token',
      answer: async (request) => {
        const user = await sessionUser(options, request);
        if (!user) return refuse(401, 'UNAUTHORIZED', clearedIfSent(request.headers.cookie));
        const key = await keys.findSigningKey();
        const token = await signIdToken(user, { key, publicUrl: publicUrl(), now: clock() });
        return answerJson(200, { token });
      },
    },
    {
      method: 'GET',
      path: '/get-session',
      answer: async ({ headers: { cookie } }) => {
        const token = readSessionToken(options, cookie);
        const found = token === null ? null : await readSession(db.queries, token, clock());
        return answerJson(200, found, found ? [] : clearedIfSent(cookie));
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      answer: async (request) => {
        const token = readSessionToken(options, request.headers.cookie);
        const user = await sessionUser(options, request);
        if (token !== null) await deleteSession(db.queries, token);
        if (user) await forgetPass(db.queries, { uid: user.uid, session: user.sid });
        return answerJson(200, { success: true }, cleared());
      },
    },
    { method: 'GET', path: '/jwks', answer: async () => answerJson(200, await keys.publish()) },
  ];
}

/** Calls that sign in to an account, or change its sign-in methods. */
const WAYS: Readonly<Record<string, string>> = {
  'POST /sign-up/email': 'sign-up',
  'POST /sign-in/email': 'password',
  'GET /callback/google': 'google',
  'POST /change-password': 'password change',
  'POST /reset-password': 'password reset',
};

function withLog(call: IdentityCall, options: EmbeddedOptions): IdentityCall {
  const way = WAYS[`${call.method} ${call.path}`];
  if (way === undefined) return call;
  const facts = { way, limits: options.limits };
  return withSignInLog(call, facts, (request, answer) => findUid(options, request, answer));
}

/**
 * Returns the account that the response signs in to, or else the one that the request names, or
 * null.
 */
async function findUid(
  options: EmbeddedOptions,
  request: IdentityRequest,
  { setCookies }: SentAnswer,
): Promise<string | null> {
  const { queries } = options.db;
  const token = readSetSession(options, setCookies);
  if (token !== null) return (await findSession(queries, { token }, options.clock()))?.uid ?? null;
  const email = emailOf(request);
  return email === null ? null : ((await findAccountRow(queries, { email }))?.uid ?? null);
}
