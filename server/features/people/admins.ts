import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { findPerson, type Person } from './repo.ts';

type Parts = Pick<Context, 'config' | 'db'>;

/**
 * Locks all active admins until the transaction ends, so that two of them cannot remove each other
 * at once. Must come before a transaction's other locks on people.
 * @returns their uids
 */
export async function lockAdmins({ config, db }: Parts, tx: Tx): Promise<string[]> {
  const rows = await db.lockRows(selectAdmins(tx, config).select('uid').orderBy('uid')).execute();
  return rows.map(({ uid }) => uid);
}

/** Returns the e-mails of all active admins. */
export async function readAdminEmails({ config, db }: Parts): Promise<string[]> {
  const rows = await selectAdmins(db.queries, config).select('email').orderBy('uid').execute();
  return rows.map(({ email }) => email);
}

export async function countAdminsWithoutFactor({ config, db }: Parts): Promise<number> {
  const { admins } = await selectAdmins(db.queries, config)
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('uid', 'not in', db.queries.selectFrom('second_factors').select('uid'))
    .executeTakeFirstOrThrow();
  return admins;
}

function selectAdmins(db: Queries | Tx, { adminEmails }: Parts['config']) {
  return db
    .selectFrom('people')
    .where('is_active', '=', 1)
    .where('email_verified', '=', 1)
    .where(({ eb, or }) =>
      or([
        eb('role', '=', 'admin'),
        ...(adminEmails.length > 0 ? [eb('email', 'in', adminEmails)] : []),
      ]),
    );
}

/** Locks one account until the transaction ends. @throws ShopError `not_found` */
export async function lockPerson({ db }: Parts, tx: Tx, uid: string): Promise<Person> {
  await db.lockRows(tx.selectFrom('people').select('uid').where('uid', '=', uid)).execute();
  const person = await findPerson(tx, uid);
  if (!person) throw new ShopError('not_found');
  return person;
}

/** @throws ShopError `last_admin` */
export function refuseLast(admins: readonly string[], { uid }: Pick<Person, 'uid'>): void {
  if (admins.length === 1 && admins[0] === uid) throw new ShopError('last_admin');
}
