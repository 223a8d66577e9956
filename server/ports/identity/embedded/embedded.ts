import type { IdToken } from '#domain/buyer.ts';
import type { Identity } from '../identity.ts';
import { deletePending, deleteUser, describeAccount, sweepExpired } from './accounts.ts';
import { listCalls } from './calls.ts';
import { holdSession } from './hold-session.ts';
import { readIdToken } from './id-tokens.ts';
import { createKeyStore } from './keys.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import { readAccountData } from './read-account-data.ts';
import { deleteSessions, findSessionAccount } from './sessions.ts';

/** The identity provider that lives in this server: on the shop's own database. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, clock } = options;
  const keys = createKeyStore(db.queries, options.authKey, clock);

  return {
    readToken: (bearer) =>
      readIdToken(bearer, { findKey: keys.findKey, publicUrl: options.publicUrl(), now: clock() }),
    findAccount: (token) => findSessionAccount(db.queries, { ...askingBy(token), now: clock() }),
    holdSession: (tx, token) => holdSession(options, tx, askingBy(token)),
    describe: ({ uid }) => describeAccount(db.queries, uid),
    readData: (uid) => readAccountData(db.queries, uid),
    listSessions: (token) => listSessions(options, askingBy(token)),
    endSession: (token, id) => endSession(options, askingBy(token), id),
    endOtherSessions: (token) => endOtherSessions(options, askingBy(token)),
    endSessions: (uid) =>
      db.transaction(async (tx) => {
        await lockAccount(options, tx, uid);
        await deleteSessions(tx, uid);
        await deletePending(tx, uid);
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

function askingBy({ uid, claims }: IdToken): { uid: string; sid: string } {
  return { uid, sid: typeof claims.sid === 'string' ? claims.sid : '' };
}
