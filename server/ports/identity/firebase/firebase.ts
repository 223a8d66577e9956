import type { IdToken } from '#domain/people/buyer.ts';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Queries } from '#server/db/types.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import {
  answerJson,
  hintCookie,
  refuse,
  refuseForeignOrigin,
  withCleanTexts,
} from '#server/ports/identity/calls.ts';
import { describeBrowser } from '#server/ports/identity/describe-browser.ts';
import type {
  AccountData,
  AccountFacts,
  Identity,
  IdentityCall,
  IdentityCalls,
  IdentityRequest,
} from '#server/ports/identity/identity.ts';
import { withSignInLog } from '#server/ports/identity/log-sign-ins.ts';
import { removeAccount } from './accounts.ts';
import { claimsOf, publishedKeys, readBearer, readIdToken } from './id-tokens.ts';
import { mailLinkCalls } from './mail-link-calls.ts';
import type { FirebaseOptions } from './options.ts';
import { type AccountRow, endAll, endOf, readKnown, sweepOld } from './rows.ts';
import { endOtherSessions, endOwn, endSession, findAccount, listSessions } from './sessions.ts';
import { syncAccount } from './sync-account.ts';
import { type CallParts, openToolkit, ToolkitRefusal } from './toolkit.ts';

/**
 * Firebase Authentication without a service account: its ID tokens are verified with Google's
 * published keys, and state that it has no API for (such as ended sessions) is stored in our rows.
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
    lockSession: async (tx, token) => (await syncAccount(options, tx, token)) !== null,
    describe: (token) => describeAccount(db.queries, token),
    readData: (uid) => readAccountData(db.queries, uid),
    listSessions: (token) => listSessions(options, token),
    endSession: (token, id) => endSession(options, token, id),
    endOtherSessions: (token) => endOtherSessions(options, token),
    endSessions: (uid) => db.transaction((tx) => endAll(tx, uid, clock())),
    remove: (uid, by) => removeAccount(options, toolkit, uid, by),
    sweep: () => sweepOld(options),
    open: async () => listCalls({ options, toolkit, readToken: (b) => readIdToken(b, rules()) }),
  };
}

/** The wire format's codes of Firebase's errors about a mail's code or a new password. */
const codes: ReadonlyMap<string, string> = new Map([
  ['INVALID_OOB_CODE', 'INVALID_TOKEN'],
  ['EXPIRED_OOB_CODE', 'TOKEN_EXPIRED'],
  ['USER_NOT_FOUND', 'INVALID_TOKEN'],
  ['EMAIL_NOT_FOUND', 'INVALID_TOKEN'],
  ['USER_DISABLED', 'USER_DISABLED'],
  ['WEAK_PASSWORD', 'PASSWORD_TOO_SHORT'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'PASSWORD_TOO_SHORT'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too_many_requests'],
  ['QUOTA_EXCEEDED', 'too_many_requests'],
]);

/**
 * Returns the shop's calls in addition to Firebase's: for what the browser cannot be trusted with.
 */
function listCalls(parts: CallParts): IdentityCalls {
  const calls = [...sessionCalls(parts), ...mailLinkCalls(parts)];
  return {
    calls: calls.map((call) => withCleanTexts({ ...call, answer: explained(call.answer) })),
    refuse: (request) => refuseForeignOrigin(request, parts.options),
  };
}

type Answer = (request: IdentityRequest) => Promise<Response>;

/** Answers an error of Firebase with the shop's code for it. */
function explained(answer: Answer): Answer {
  return (request) =>
    answer(request).catch((error: unknown) => {
      if (!(error instanceof ToolkitRefusal)) throw error;
      const code = codes.get(error.code) ?? 'REFUSED';
      return refuse(code === 'too_many_requests' ? 429 : 400, code);
    });
}

const SESSION_S = SESSION_DAYS * 86_400;

/** Calls that start and end a session of the shop for a sign-in at Firebase. */
function sessionCalls(parts: CallParts): IdentityCall[] {
  const { options } = parts;
  const { db, publicUrl } = options;

  async function begin(request: IdentityRequest): Promise<Response> {
    const token = await readBearer(parts, request);
    if (!token) return refuse(401, 'UNAUTHORIZED');
    if (!(await options.mayEnter(db.queries, token.uid))) return refuse(403, 'USER_DISABLED');
    const device = describeBrowser(request.headers['user-agent']);
    const known = await db.transaction((tx) => syncAccount(options, tx, token, device));
    if (!known) return refuse(401, 'UNAUTHORIZED');
    return answerJson(200, { status: true }, [hintCookie(publicUrl(), SESSION_S)]);
  }

  async function end(request: IdentityRequest): Promise<Response> {
    const token = await readBearer(parts, request);
    if (token) await endOwn(options, token);
    return answerJson(200, { success: true }, [hintCookie(publicUrl(), 0)]);
  }

  const facts = { way: 'firebase', limits: options.limits };
  const call: IdentityCall = { method: 'POST', path: '/session', answer: begin };
  return [
    withSignInLog(call, facts, async (request) => {
      const token = await readBearer(parts, request).catch(() => null);
      return token?.uid ?? null;
    }),
    { method: 'POST', path: '/sign-out', answer: end },
  ];
}

/** Returns the account's providers, and when it was first seen and last signed in. */
async function describeAccount(db: Queries, token: IdToken): Promise<AccountFacts> {
  const { beganAt, provider } = claimsOf(token);
  const known = await readKnown(db, token.uid, beganAt);
  return {
    providers: known ? waysOf(known.account) : [provider],
    creationTime: isoTime(known?.account.created_at ?? beganAt),
    lastSignInTime: isoTime(beganAt),
  };
}

/** Returns the stored data of an account; null when there is none, or it was removed. */
async function readAccountData(db: Queries, uid: string): Promise<AccountData | null> {
  const known = await readKnown(db, uid, 0);
  if (!known || known.account.removed_at !== null) return null;
  const { account } = known;
  const sessions = await db
    .selectFrom('firebase_sessions')
    .select(['began_at', 'device', 'ended_at'])
    .where('uid', '=', uid)
    .orderBy('began_at')
    .execute();
  return {
    name: '',
    email: account.email,
    providers: waysOf(account),
    creationTime: isoTime(account.created_at),
    sessions: sessions.map(({ began_at, device, ended_at }) => ({
      startedAt: isoTime(began_at),
      endsAt: isoTime(ended_at ?? endOf(began_at)),
      device,
    })),
  };
}

function waysOf({ providers }: AccountRow): string[] {
  return providers.split(',').filter(Boolean);
}
