import type { IdToken } from '#domain/buyer.ts';
import { refuseStranger, withCleanTexts } from '#server/ports/identity/guard-calls.ts';
import type { Identity, IdentityCalls } from '#server/ports/identity/identity.ts';
import {
  deleteResetLinks,
  deleteUser,
  describeAccount,
  lockAccount,
  readAccountData,
  sweepExpired,
} from './accounts.ts';
import { createAttempts } from './attempts.ts';
import { googleCalls } from './google-calls.ts';
import { createHashQueue } from './hashing.ts';
import { readIdToken } from './id-tokens.ts';
import { createKeyStore } from './keys.ts';
import { withLog } from './log-sign-ins.ts';
import type { CallParts, EmbeddedOptions } from './options.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { passwordCalls, resetCalls } from './password-calls.ts';
import { sessionCalls } from './session-calls.ts';
import {
  deleteSessions,
  endOtherSessions,
  endSession,
  findSessionAccount,
  holdSession,
  listSessions,
} from './sessions.ts';
import { verificationCalls } from './verification.ts';

/** The identity provider that lives in this server: on the shop's own database. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, clock } = options;
  const keys = createKeyStore(db.queries, options.authKey, clock);

  return {
    readToken: (bearer) =>
      readIdToken(bearer, { findKey: keys.findKey, publicUrl: options.publicUrl(), now: clock() }),
    findAccount: (token) => findSessionAccount(db.queries, { ...sessionOf(token), now: clock() }),
    holdSession: (tx, token) => holdSession(options, tx, sessionOf(token)),
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
    open: (log) => listCalls({ options: { ...options, log }, keys }),
  };
}

function sessionOf({ uid, claims }: IdToken): { uid: string; sid: string } {
  return { uid, sid: typeof claims.sid === 'string' ? claims.sid : '' };
}

/**
 * Returns the provider's calls: only those the shop uses, each by itself, so that the log can name
 * it without its address.
 */
async function listCalls(
  parts: Omit<CallParts, 'attempts' | 'tries' | 'withHashing'>,
): Promise<IdentityCalls> {
  const { options } = parts;
  const { limits } = options;
  const shared: CallParts = {
    ...parts,
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
    refuse: (request) => refuseStranger(request, options),
  };
}
