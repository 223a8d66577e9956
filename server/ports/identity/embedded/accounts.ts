import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Queries, Tx } from '../../../db/types.ts';
import type { Account, AccountFacts } from '../identity.ts';

/** Names of the ways in, as the shop shows them. */
const providerNames: Readonly<Record<string, string>> = {
  credential: 'password',
  google: 'google.com',
};

/** @returns the account of a session that still stands, in one indexed query */
export async function findSessionAccount(
  db: Queries,
  { sid, uid, now }: { sid: string; uid: string; now: number },
): Promise<Account | null> {
  const row = await db
    .selectFrom('identity_sessions as session')
    .innerJoin('identity_users as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.email', 'user.email_verified'])
    .where('session.id', '=', sid)
    .where('session.user_id', '=', uid)
    .where('session.expires_at', '>', toTime(now))
    .executeTakeFirst();
  return row ? { uid: row.id, email: row.email, emailVerified: Boolean(row.email_verified) } : null;
}

export async function findAccount(db: Queries | Tx, uid: string): Promise<Account | null> {
  const row = await db
    .selectFrom('identity_users')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', uid)
    .executeTakeFirst();
  return row ? { uid: row.id, email: row.email, emailVerified: Boolean(row.email_verified) } : null;
}

export async function describeAccount(db: Queries, uid: string): Promise<AccountFacts> {
  const user = await db
    .selectFrom('identity_users as user')
    .select(({ selectFrom, fn }) => [
      'user.created_at',
      selectFrom('identity_sessions')
        .select(fn.max('created_at').as('last'))
        .where('user_id', '=', uid)
        .as('last_sign_in'),
    ])
    .where('user.id', '=', uid)
    .executeTakeFirst();
  const ways = await db
    .selectFrom('identity_accounts')
    .select('provider_id')
    .distinct()
    .where('user_id', '=', uid)
    .orderBy('provider_id')
    .execute();
  return {
    providers: ways.map(({ provider_id }) => providerNames[provider_id] ?? provider_id),
    creationTime: toIso(user?.created_at),
    lastSignInTime: toIso(user?.last_sign_in),
  };
}

export async function deleteSessions(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('user_id', '=', uid).execute();
}

/** Reset links and sign-ins that wait under this account's name. */
export async function deletePending(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_verifications').where('value', '=', uid).execute();
}

/** Closes every way into an account, or all but one. */
export async function deleteWaysIn(
  db: Queries | Tx,
  uid: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('identity_accounts')
    .where('user_id', '=', uid)
    .$if(except !== undefined, (query) => query.where('provider_id', '<>', except ?? ''))
    .execute();
}

export async function deleteUser(db: Queries | Tx, uid: string): Promise<void> {
  await deletePending(db, uid);
  await db.deleteFrom('identity_users').where('id', '=', uid).execute();
}

export async function markVerified(db: Queries | Tx, uid: string, now: number): Promise<void> {
  await sql`update identity_users set email_verified = true, updated_at = ${toTime(now)}
    where id = ${uid}`.execute(db);
}

/** @returns the hash of the password by which an e-mail signs in, or null */
export async function passwordHash(db: Queries, email: string): Promise<string | null> {
  const way = await db
    .selectFrom('identity_accounts as way')
    .innerJoin('identity_users as user', 'user.id', 'way.user_id')
    .select('way.password')
    .where('user.email', '=', email)
    .where('way.provider_id', '=', 'credential')
    .executeTakeFirst();
  return way?.password ?? null;
}

export async function deleteSession(db: Queries, token: string): Promise<void> {
  await db.deleteFrom('identity_sessions').where('token', '=', token).execute();
}

export async function sweepExpired({ queries }: Database, now: number): Promise<void> {
  const before = toTime(now);
  await queries.deleteFrom('identity_sessions').where('expires_at', '<', before).execute();
  await queries.deleteFrom('identity_verifications').where('expires_at', '<', before).execute();
}

/** Compares as text with SQLite and as a time with PostgreSQL. */
export function toTime(millis: number): string {
  return new Date(millis).toISOString();
}

function toIso(time: string | Date | null | undefined): string | null {
  return time ? new Date(time).toISOString() : null;
}
