import type { Selectable } from 'kysely';
import type { Role } from '#contract/people/people-admin.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import type { Account } from '#server/ports/identity/identity.ts';
import { forgetAddress } from './addresses.ts';

export type Person = Selectable<Schema['people']>;

export async function findPerson(db: Queries | Tx, uid: string): Promise<Person | null> {
  const person = await db
    .selectFrom('people')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirst();
  return person ?? null;
}

/** Stores an account at its first request, and later its changes at the identity provider. */
export async function rememberPerson(
  db: Queries | Tx,
  account: Account,
  now: number,
): Promise<Person> {
  const facts = {
    email: account.email,
    mailbox_key: recipientKey(account.email),
    email_verified: account.emailVerified ? 1 : 0,
  } as const;
  return db
    .insertInto('people')
    .values({ uid: account.uid, ...facts, role: 'user', is_active: 1, created_at: now })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(facts))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Returns whether an account is an admin: by its role, or by its e-mail on the operator's list.
 * Both only while the e-mail is verified, because anyone can sign up with any address.
 */
export function isAdmin(
  adminEmails: readonly string[],
  { role, email, email_verified }: Pick<Person, 'role' | 'email' | 'email_verified'>,
): boolean {
  return email_verified === 1 && (role === 'admin' || adminEmails.includes(email));
}

/** Returns whether this account may sign in; true if it has no row yet. */
export async function mayEnter(db: Queries | Tx, uid: string): Promise<boolean> {
  const person = await findPerson(db, uid);
  return person?.is_active !== 0;
}

export async function forgetPerson(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('people').where('uid', '=', uid).execute();
}

/** Disables an account until its identity provider has removed it too. */
export async function disablePerson(tx: Tx, uid: string): Promise<void> {
  await forgetAddress(tx, uid);
  await tx
    .updateTable('people')
    .set({ email: '', mailbox_key: '', email_verified: 0, role: 'user', is_active: 0 })
    .where('uid', '=', uid)
    .execute();
}

/**
 * Changes a person's role, unless it is another one than `from`.
 * @param by an admin; null: the shop itself, or its operator at the server
 */
export async function setRole(
  tx: Tx,
  { uid, from, to, by }: { uid: string; from: Role; to: Role; by: string | null },
  now: number,
): Promise<void> {
  const changed = await tx
    .updateTable('people')
    .set({ role: to })
    .where('uid', '=', uid)
    .where('role', '=', from)
    .returning('uid')
    .executeTakeFirst();
  if (!changed) return;
  const changes = [{ field: 'role', from, to }];
  const entry = { by, entity: 'user', entityId: uid, action: 'role_changed' } as const;
  await writeAudit(tx, { ...entry, changes }, now);
}
