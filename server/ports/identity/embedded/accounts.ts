import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import type { Account, AccountData, AccountFacts } from '#server/ports/identity/identity.ts';
import type { EmbeddedOptions } from './options.ts';

/** Names of the sign-in methods in the shop's API. */
const providerNames: Readonly<Record<string, string>> = {
  credential: 'password',
  google: 'google.com',
};

/** An account with all that is stored of it. */
export type AccountRow = Account & { row: Selectable<Schema['identity_users']> };

/** Returns an account by its id or its e-mail, or null when there is none. */
export async function findAccountRow(
  db: Queries | Tx,
  by: { id: string } | { email: string },
): Promise<AccountRow | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const);
  const row = await db
    .selectFrom('identity_users')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** Returns the new account, or null when the e-mail has one already. */
export async function insertAccount(
  tx: Tx,
  { email, name, now }: { email: string; name: string; now: number },
): Promise<AccountRow | null> {
  const row = await tx
    .insertInto('identity_users')
    .values({ id: randomUUID(), name, email, email_verified: 0, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

function toAccount(row: Selectable<Schema['identity_users']>): AccountRow {
  return { uid: row.id, email: row.email, emailVerified: row.email_verified === 1, row };
}

/** Returns an account as the wire format shows it to its owner. */
export function presentUser(row: Selectable<Schema['identity_users']>) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified === 1,
    image: null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
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
    creationTime: isoTime(user?.created_at ?? null),
    lastSignInTime: isoTime(user?.last_sign_in ?? null),
  };
}

export async function deleteResetLinks(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_reset_links').where('user_id', '=', uid).execute();
}

/** Deletes an account; its sessions, sign-in methods and reset links go with it. */
export async function deleteUser(db: Queries | Tx, uid: string): Promise<void> {
  await db.deleteFrom('identity_users').where('id', '=', uid).execute();
}

export async function markVerified(db: Queries | Tx, uid: string, now: number): Promise<void> {
  await db
    .updateTable('identity_users')
    .set({ email_verified: 1, updated_at: now })
    .where('id', '=', uid)
    .execute();
}

export async function sweepExpired({ queries }: Database, now: number): Promise<void> {
  await queries.deleteFrom('identity_sessions').where('expires_at', '<', now).execute();
  await queries.deleteFrom('identity_reset_links').where('expires_at', '<', now).execute();
  await queries.deleteFrom('identity_used_links').where('expires_at', '<', now).execute();
}

/**
 * Locks an account until the transaction ends. Every change of its credentials or sessions locks it
 * first, and then reads again what it had read before slow work (a hash takes 90 ms, in which the
 * account may get another owner).
 * @returns the current account, or null when it was removed
 */
export async function lockAccount(
  { db }: Pick<EmbeddedOptions, 'db'>,
  tx: Tx,
  uid: string,
): Promise<AccountRow | null> {
  await db.lockRows(tx.selectFrom('identity_users').select('id').where('id', '=', uid)).execute();
  return findAccountRow(tx, { id: uid });
}

/** Returns the stored data of an account, without credentials; null when there is none. */
export async function readAccountData(db: Queries, uid: string): Promise<AccountData | null> {
  const account = await findAccountRow(db, { id: uid });
  if (!account) return null;
  const { providers, creationTime } = await describeAccount(db, uid);
  const sessions = await db
    .selectFrom('identity_sessions')
    .select(['created_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', uid)
    .orderBy('created_at')
    .execute();
  return {
    name: account.row.name,
    email: account.email,
    providers,
    creationTime,
    sessions: sessions.map(({ created_at, expires_at, user_agent }) => ({
      startedAt: new Date(created_at).toISOString(),
      endsAt: new Date(expires_at).toISOString(),
      device: user_agent,
    })),
  };
}
