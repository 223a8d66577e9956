import type { Selectable } from 'kysely';
import { DAY_MS } from '#domain/base/dates.ts';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import type { Claims } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';

const SESSION_MS = SESSION_DAYS * DAY_MS;

export type AccountRow = Selectable<Schema['firebase_accounts']>;

/** An account with the session of the request; `session` is null while it has no row. */
export type Known = { account: AccountRow; session: { ended_at: number | null } | null };

export async function readKnown(
  db: Queries | Tx,
  uid: string,
  beganAt: number,
): Promise<Known | null> {
  const row = await db
    .selectFrom('firebase_accounts as account')
    .leftJoin('firebase_sessions as session', (join) =>
      join.onRef('session.uid', '=', 'account.uid').on('session.began_at', '=', beganAt),
    )
    .selectAll('account')
    .select(['session.began_at as session_began_at', 'session.ended_at as session_ended_at'])
    .where('account.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  const { session_began_at, session_ended_at, ...account } = row;
  return { account, session: session_began_at === null ? null : { ended_at: session_ended_at } };
}

/**
 * Locks an account until the transaction ends. Every change of it, or end of its sessions, takes
 * this lock first.
 */
export async function lockAccount(
  { db }: Pick<FirebaseOptions, 'db'>,
  tx: Tx,
  uid: string,
): Promise<void> {
  await db
    .lockRows(tx.selectFrom('firebase_accounts').select('uid').where('uid', '=', uid))
    .execute();
}

/** Returns whether a session is still open, by the shop's own rows. */
export function isSessionOpen({ account, session }: Known, claims: Claims, now: number): boolean {
  const { beganAt } = claims;
  if (account.ended_at >= beganAt || isShutOut(account, claims)) return false;
  return session?.ended_at == null && now < endOf(beganAt);
}

/**
 * Returns whether a session began in the same second as the sign-in that proved the mailbox, but by
 * another provider. Earlier sessions have ended anyway; Firebase's times are in whole seconds.
 */
function isShutOut({ ended_at, providers }: AccountRow, { beganAt, provider }: Claims): boolean {
  return ended_at === beganAt - 1 && !providers.split(',').includes(provider);
}

/** Returns the time when a session expires, in milliseconds since 1970 (UTC). */
export function endOf(beganAt: number): number {
  return beganAt + SESSION_MS;
}

export function isVerified({ email_verified, is_proved }: AccountRow): boolean {
  return email_verified === 1 && is_proved === 1;
}

/**
 * Ends all sessions of an account that have begun, even if they or the account have no row. Locks
 * the account until the transaction ends.
 */
export async function endAll(tx: Tx, uid: string, now: number): Promise<void> {
  const unknown = {
    email: '',
    email_verified: 0,
    is_proved: 0,
    providers: '',
    token_issued_at: 0,
  } as const;
  await tx
    .insertInto('firebase_accounts')
    .values({ uid, ...unknown, ended_at: now, removed_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ended_at: now }))
    .execute();
  await tx
    .updateTable('firebase_sessions')
    .set({ ended_at: now })
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the accounts with an e-mail: only one, unless the project allows several. */
export async function findUids(db: Queries | Tx, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('firebase_accounts')
    .select('uid')
    .where('email', '=', email)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Deletes expired sessions, and removed accounts all of whose tokens have expired. */
export async function sweepOld({ db, clock }: FirebaseOptions): Promise<void> {
  const before = clock() - SESSION_MS;
  await db.queries.deleteFrom('firebase_sessions').where('began_at', '<=', before).execute();
  await db.queries.deleteFrom('firebase_accounts').where('removed_at', '<=', before).execute();
}
