import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import { deleteResetLinks } from '#server/ports/identity/embedded/accounts.ts';
import { SCRYPT as COST } from '#server/ports/identity/embedded/scrypt.ts';
import { deleteSessions } from '#server/ports/identity/embedded/sessions.ts';
import { lockAccount } from '#server/ports/identity/firebase/rows.ts';

/**
 * An account in the format of `firebase auth:import`; times are milliseconds since 1970 as text.
 */
export type FirebaseImport = {
  localId: string;
  email: string;
  emailVerified: boolean;
  createdAt: string;
  displayName?: string;
  /** Base64, as is the salt. */
  passwordHash?: string;
  salt?: string;
  providerUserInfo?: { providerId: 'google.com'; rawId: string; email: string }[];
};

/**
 * Returns the embedded provider's accounts for Firebase, and stores the rows that the shop needs
 * once it uses Firebase: an unverified account must not become verified because another person
 * proves its mailbox there.
 * @param now milliseconds since 1970
 */
export async function moveToFirebase(db: Database, now: number): Promise<FirebaseImport[]> {
  return db.transaction(async (tx) => {
    const users = await tx.selectFrom('identity_users').selectAll().orderBy('id').execute();
    const ways = await tx
      .selectFrom('identity_accounts')
      .select(['user_id', 'provider_id', 'account_id', 'password'])
      .orderBy('provider_id')
      .execute();
    const moved: FirebaseImport[] = [];
    for (const user of users) {
      const own = ways.filter(({ user_id }) => user_id === user.id);
      const hash = readPasswordHash(own.find(({ password }) => password !== null)?.password);
      const google = own.filter(({ provider_id }) => provider_id === 'google');
      const account: FirebaseImport = {
        localId: user.id,
        email: user.email,
        emailVerified: user.email_verified === 1,
        createdAt: String(user.created_at),
        ...(user.name !== '' && { displayName: user.name }),
        ...hash,
        ...(google.length > 0 && {
          providerUserInfo: google.map(({ account_id }) => ({
            providerId: 'google.com' as const,
            rawId: account_id,
            email: user.email,
          })),
        }),
      };
      await noteAccount(tx, account, now);
      moved.push(account);
    }
    return moved;
  });
}

async function noteAccount(tx: Tx, account: FirebaseImport, now: number): Promise<void> {
  const { localId, email, emailVerified, passwordHash, providerUserInfo } = account;
  const verified = emailVerified ? 1 : 0;
  const ways = [...(providerUserInfo ? ['google.com'] : []), ...(passwordHash ? ['password'] : [])];
  const facts = {
    email,
    email_verified: verified,
    is_proved: verified,
    providers: ways.join(','),
    // The first token sets it again.
    token_issued_at: 0,
    // Firebase has not issued any tokens for it yet.
    ended_at: now,
    removed_at: null,
    created_at: Number(account.createdAt),
  } as const;
  await tx
    .insertInto('firebase_accounts')
    .values({ uid: localId, ...facts })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(facts))
    .execute();
}

/** How passwords are hashed, by the names of `firebase auth:import`. */
export const SCRYPT = {
  memCost: COST.N,
  blockSize: COST.r,
  parallelization: COST.p,
  dkLen: COST.keyLength,
} as const;

/** `salt:key`, both in hexadecimal digits. */
const STORED = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/**
 * Returns a stored hash in the format of Firebase's import, in base64. The salt is the text of its
 * hexadecimal digits, not the bytes that they encode.
 * @returns null for none, or one of another kind
 */
export function readPasswordHash(
  stored: string | null | undefined,
): { passwordHash: string; salt: string } | null {
  const [, salt, key] = STORED.exec(stored ?? '') ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    passwordHash: Buffer.from(key, 'hex').toString('base64'),
    salt: Buffer.from(salt, 'utf8').toString('base64'),
  };
}

/**
 * How many accounts were moved, and the e-mails of those that were not: another account has them.
 */
type MovedBack = { accounts: number; taken: string[] };

/**
 * Moves the accounts that were stored while the shop used Firebase to the embedded provider. Their
 * uid stays, so they keep all their data in the shop. Only Firebase has their current passwords:
 * older ones are deleted, and users set a new one by a reset mail.
 * @param now milliseconds since 1970
 */
export async function moveToEmbedded(db: Database, now: number): Promise<MovedBack> {
  return db.transaction(async (tx) => {
    await deleteErased(tx);
    const accounts = await tx
      .selectFrom('firebase_accounts')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('uid')
      .execute();
    const taken: string[] = [];
    for (const { uid, email, email_verified, is_proved, created_at } of accounts) {
      await lockAccount({ db }, tx, uid);
      const isVerified = email_verified === 1 && is_proved === 1;
      if (await isTaken(tx, uid, email)) taken.push(email);
      else await writeUser(tx, { uid, email, isVerified, created_at, now });
    }
    return { accounts: accounts.length - taken.length, taken };
  });
}

/**
 * Deletes the embedded provider's data of accounts that were erased while the shop used Firebase.
 * Accounts whose sessions were ended before their first sign-in there have such a row, too.
 */
async function deleteErased(tx: Tx): Promise<void> {
  const erased = tx
    .selectFrom('firebase_accounts')
    .select('uid')
    .where('removed_at', 'is not', null)
    .where('uid', 'not in', tx.selectFrom('people').select('uid'));
  await tx.deleteFrom('identity_users').where('id', 'in', erased).execute();
}

async function isTaken(tx: Tx, uid: string, email: string): Promise<boolean> {
  const other = await tx
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', uid)
    .executeTakeFirst();
  return other !== undefined;
}

async function writeUser(
  tx: Tx,
  user: { uid: string; email: string; isVerified: boolean; created_at: number; now: number },
): Promise<void> {
  const { uid, email, isVerified, created_at, now } = user;
  const facts = { email, email_verified: isVerified ? 1 : 0, updated_at: now } as const;
  await tx
    .insertInto('identity_users')
    .values({ id: uid, name: '', created_at, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
  await deleteSessions(tx, uid);
  await deleteResetLinks(tx, uid);
  await tx
    .deleteFrom('identity_accounts')
    .where('user_id', '=', uid)
    .where('provider_id', '=', 'credential')
    .execute();
}
