import { randomBytes } from 'node:crypto';
import type { OwnSession } from '#contract/people/sessions.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { describeBrowser } from '#server/ports/identity/describe-browser.ts';
import type { SessionAccount } from '#server/ports/identity/identity.ts';
import { type AccountRow, findAccountRow, lockAccount, presentUser } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';

const TOKEN_BYTES = 24;

/** Open sessions of an account: nobody has as many browsers. */
const MAX_SESSIONS = 100;

/**
 * Starts a session, which expires a fixed time after its start, and ends the oldest one above the
 * maximum: signing in again and again would fill the database and the list of sessions. Only for an
 * account that the same transaction has locked and checked: see lockAccount.
 * @param userAgent the header, of which only the names of browser and system are stored
 * @returns its token, which the cookie contains with a signature
 */
export async function startSession(
  tx: Tx,
  { uid, userAgent, now }: { uid: string; userAgent: string | undefined; now: number },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await deletionOf(tx, uid)
    .where('created_at', '<=', ({ selectFrom }) =>
      selectFrom('identity_sessions')
        .select('created_at')
        .where('user_id', '=', uid)
        .orderBy('created_at', 'desc')
        .offset(MAX_SESSIONS - 1)
        .limit(1),
    )
    .execute();
  await tx
    .insertInto('identity_sessions')
    .values({
      id: randomBytes(TOKEN_BYTES).toString('base64url'),
      user_id: uid,
      token,
      expires_at: now + SESSION_DAYS * DAY_MS,
      user_agent: describeBrowser(userAgent),
      created_at: now,
    })
    .execute();
  return token;
}

/** The session of the request, and its account. */
type SessionRef = { uid: string; sid: string };

/** A session and its account as read before; they may have changed since. */
export type SessionUser = SessionAccount & SessionRef;

/** Returns an open session and its account, in one indexed query; null when it has ended. */
export async function findSession(
  db: Queries | Tx,
  by: { token: string } | SessionRef,
  now: number,
): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('identity_sessions as session')
    .innerJoin('identity_users as user', 'user.id', 'session.user_id')
    .select(['session.id as sid', 'session.created_at as signedInAt'])
    .select(['user.id as uid', 'user.email', 'user.email_verified'])
    .where((eb) =>
      'token' in by
        ? eb('session.token', '=', by.token)
        : eb.and({ 'session.id': by.sid, 'session.user_id': by.uid }),
    )
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { email_verified, ...session } = row;
  return { ...session, emailVerified: email_verified === 1 };
}

/** Returns a session and its account in the wire format, or null when it has ended. */
export async function readSession(db: Queries, token: string, now: number) {
  const session = await db
    .selectFrom('identity_sessions')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const account = session && (await findAccountRow(db, { id: session.user_id }));
  if (!session || !account) return null;
  return {
    session: {
      id: session.id,
      userId: session.user_id,
      token: session.token,
      userAgent: session.user_agent,
      ipAddress: null,
      createdAt: new Date(session.created_at).toISOString(),
      updatedAt: new Date(session.created_at).toISOString(),
      expiresAt: new Date(session.expires_at).toISOString(),
    },
    user: presentUser(account.row),
  };
}

export async function deleteSessions(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('user_id', '=', uid).execute();
}

export async function deleteSession(db: Queries | Tx, token: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('token', '=', token).execute();
}

/**
 * Locks a session until the transaction ends. Code that hands its account over or removes it
 * deletes its sessions first, and so waits for this lock.
 * @returns false when it has ended
 */
export async function lockSession(
  { db, clock }: Pick<EmbeddedOptions, 'db' | 'clock'>,
  tx: Tx,
  { sid, uid }: { sid: string; uid: string },
): Promise<boolean> {
  const locked = await db
    .lockRows(
      tx
        .selectFrom('identity_sessions')
        .select('id')
        .where('id', '=', sid)
        .where('user_id', '=', uid)
        .where('expires_at', '>', clock()),
    )
    .executeTakeFirst();
  return locked !== undefined;
}

type Options = Pick<EmbeddedOptions, 'db' | 'clock'>;

/** Returns the open sessions of an account, newest first. */
export async function listSessions(
  { db, clock }: Options,
  { uid, sid }: SessionRef,
): Promise<OwnSession[]> {
  const rows = await db.queries
    .selectFrom('identity_sessions')
    .select(['id', 'created_at', 'user_agent'])
    .where('user_id', '=', uid)
    .where('expires_at', '>', clock())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at, user_agent }) => ({
    id,
    startedAt: new Date(created_at).toISOString(),
    device: user_agent,
    isCurrent: id === sid,
  }));
}

/**
 * Ends a session.
 * @returns false if it is not the account's, or the user's own session has ended
 */
export async function endSession(options: Options, own: SessionRef, id: string): Promise<boolean> {
  return inLiveSession(options, own, async (tx) => {
    const ended = await deletionOf(tx, own.uid).where('id', '=', id).executeTakeFirst();
    return ended.numDeletedRows > 0n;
  });
}

/** Ends all other sessions. @returns false, without ending any, if the user's own has ended */
export async function endOtherSessions(options: Options, own: SessionRef): Promise<boolean> {
  return inLiveSession(options, own, async (tx) => {
    await deletionOf(tx, own.uid).where('id', '!=', own.sid).execute();
    return true;
  });
}

/**
 * Runs `work` only in an open session: an ended one must not end the sessions of the rightful
 * owner.
 */
async function inLiveSession(
  options: Options,
  own: SessionRef,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const { db, clock } = options;
  return db.transaction(async (tx) => {
    if (!(await lockAccount(options, tx, own.uid))) return false;
    if (!(await findSession(tx, own, clock()))) return false;
    return work(tx);
  });
}

function deletionOf(tx: Tx, uid: string) {
  return tx.deleteFrom('identity_sessions').where('user_id', '=', uid);
}

/** A session that was just started, with its account. */
export type Entry = { token: string; account: AccountRow };
/** The same, with the hash of the password that was used or chosen. */
export type PasswordEntry = Entry & { passwordHash: string };

export type Browser = {
  /** The browser's session until now, of any account; null: none. */
  replaces: string | null;
  /** Its `User-Agent` header. */
  userAgent: string | undefined;
};

/**
 * Starts a session of an account that this transaction has locked (see lockAccount) and whose
 * credential is still valid. Ends the browser's earlier session.
 */
export async function enter(
  { mayEnter, clock }: Pick<EmbeddedOptions, 'mayEnter' | 'clock'>,
  tx: Tx,
  { account, replaces, userAgent }: { account: AccountRow } & Browser,
): Promise<Entry | 'USER_DISABLED'> {
  if (!(await mayEnter(tx, account.uid))) return 'USER_DISABLED';
  if (replaces !== null) await deleteSession(tx, replaces);
  const session = { uid: account.uid, userAgent, now: clock() };
  return { account, token: await startSession(tx, session) };
}
