import { randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '#domain/retention.ts';
import type { Queries, Tx } from '../../../db/types.ts';
import { describeBrowser } from '../describe-browser.ts';
import type { Account, SessionAccount } from '../identity.ts';
import { presentUser, readAccountRow } from './accounts.ts';
import { toTime } from './times.ts';

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 24;

/**
 * Starts a session, whose end is fixed from its first moment. Only for an account that the same
 * transaction holds and has found in order: see lock-account.ts.
 * @param userAgent the browser's header, of which only the browser's name and its system are kept
 * @returns its token, which the cookie holds, signed
 */
export async function startSession(
  tx: Tx,
  { uid, userAgent, now }: { uid: string; userAgent: string | undefined; now: number },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx
    .insertInto('identity_sessions')
    .values({
      id: randomBytes(TOKEN_BYTES).toString('base64url'),
      user_id: uid,
      token,
      expires_at: toTime(now + SESSION_DAYS * DAY_MS),
      ip_address: null,
      user_agent: describeBrowser(userAgent),
      created_at: toTime(now),
      updated_at: toTime(now),
    })
    .execute();
  return token;
}

/** Who holds a session, as it was read a moment ago. */
export type SessionUser = Account & { sid: string };

/** @returns the session of a token and its account, or null when it has ended */
export async function findSession(
  db: Queries | Tx,
  token: string,
  now: number,
): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('identity_sessions as session')
    .innerJoin('identity_users as user', 'user.id', 'session.user_id')
    .select(['session.id as sid', 'user.id as uid', 'user.email', 'user.email_verified'])
    .where('session.token', '=', token)
    .where('session.expires_at', '>', toTime(now))
    .executeTakeFirst();
  return row
    ? { sid: row.sid, uid: row.uid, email: row.email, emailVerified: Boolean(row.email_verified) }
    : null;
}

/** Returns a session and its account as the wire format shows them, null when it has ended. */
export async function readSession(db: Queries, token: string, now: number) {
  const session = await db
    .selectFrom('identity_sessions')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>', toTime(now))
    .executeTakeFirst();
  const account = session && (await readAccountRow(db, session.user_id));
  if (!session || !account) return null;
  return {
    session: {
      id: session.id,
      userId: session.user_id,
      token: session.token,
      userAgent: session.user_agent,
      ipAddress: null,
      createdAt: new Date(session.created_at).toISOString(),
      updatedAt: new Date(session.updated_at).toISOString(),
      expiresAt: new Date(session.expires_at).toISOString(),
    },
    user: presentUser(account.row),
  };
}

/** @returns the account of a session that still stands, in one indexed query */
export async function findSessionAccount(
  db: Queries | Tx,
  { sid, uid, now }: { sid: string; uid: string; now: number },
): Promise<SessionAccount | null> {
  const row = await db
    .selectFrom('identity_sessions as session')
    .innerJoin('identity_users as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.email', 'user.email_verified', 'session.created_at'])
    .where('session.id', '=', sid)
    .where('session.user_id', '=', uid)
    .where('session.expires_at', '>', toTime(now))
    .executeTakeFirst();
  if (!row) return null;
  return {
    uid: row.id,
    email: row.email,
    emailVerified: Boolean(row.email_verified),
    signedInAt: new Date(row.created_at).getTime(),
  };
}

export async function deleteSessions(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('user_id', '=', uid).execute();
}

/** @returns false when the session had ended before */
export async function deleteSession(db: Queries | Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_sessions')
    .where('token', '=', token)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
