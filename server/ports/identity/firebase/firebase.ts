import type { Identity } from '../identity.ts';
import { listCalls } from './calls.ts';
import { describeAccount, readAccountData } from './describe.ts';
import { readIdToken } from './id-tokens.ts';
import { meet } from './meet.ts';
import type { FirebaseOptions } from './options.ts';
import { publishedKeys } from './published-keys.ts';
import { removeAccount } from './remove.ts';
import { sweepOld } from './rows.ts';
import {
  endOtherSessions,
  endSession,
  endSessions,
  findAccount,
  listSessions,
} from './sessions.ts';
import { openToolkit } from './toolkit.ts';

/**
 * Firebase Authentication, without a service account: its ID tokens are checked by Google's
 * published keys, and what nobody can ask it for (has this session ended?) is kept in rows of ours.
 */
export function firebaseIdentity(options: FirebaseOptions): Identity {
  const { db, clock, settings } = options;
  const { projectId, keysUrl, emulatorUrl } = settings;
  const findKey = publishedKeys({ url: keysUrl, clock });
  const toolkit = openToolkit(options);
  const rules = () => ({ projectId, findKey, isEmulated: emulatorUrl !== null, now: clock() });

  return {
    readToken: (bearer) => readIdToken(bearer, rules()),
    findAccount: (token) => findAccount(options, token),
    holdSession: async (tx, token) => (await meet(options, tx, token)) !== null,
    describe: (token) => describeAccount(db.queries, token),
    readData: (uid) => readAccountData(db.queries, uid),
    listSessions: (token) => listSessions(options, token),
    endSession: (token, id) => endSession(options, token, id),
    endOtherSessions: (token) => endOtherSessions(options, token),
    endSessions: (uid) => endSessions(options, uid),
    remove: (uid, by) => removeAccount(options, toolkit, uid, by),
    sweep: () => sweepOld(options),
    open: async () => listCalls({ options, toolkit, readToken: (b) => readIdToken(b, rules()) }),
  };
}
