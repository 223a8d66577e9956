import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { deriveKey } from '#server/lib/secrets.ts';
import { type AccountRow, findAccountRow, insertAccount, lockAccount } from './accounts.ts';
import type { EmbeddedOptions } from './options.ts';

/** How long the first admin's link is accepted. */
export const FIRST_ENTRY_MS = DAY_MS;
const PURPOSE = 'first-entry';

/** Why a first admin's link is not accepted. */
export type FirstEntryProblem = 'FIRST_ENTRY_USED' | 'FIRST_ENTRY_EXPIRED' | 'INVALID_TOKEN';

/** What the operator has signed: whoever has the link may enter as this e-mail's admin, once. */
export type FirstEntry = { id: string; email: string; expiresAt: number };

/** Returns the key of the first admin's links. */
export const firstEntryKey = (secret: string) => deriveKey(secret, PURPOSE);

/**
 * Returns the token of the link by which the first admin enters. Only the shop's secret is needed,
 * so that it can be made while a shop with SQLite runs.
 */
export async function signFirstEntry(
  email: string,
  { key, now }: { key: Uint8Array; now: number },
): Promise<string> {
  return new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(randomUUID())
    .setAudience(PURPOSE)
    .setExpirationTime(new Date(now + FIRST_ENTRY_MS))
    .sign(key);
}

/** Reads a token that was not used yet. */
export async function readFirstEntry(
  { db, firstEntryKey: key, clock }: Pick<EmbeddedOptions, 'db' | 'firstEntryKey' | 'clock'>,
  token: string,
): Promise<FirstEntry | FirstEntryProblem> {
  try {
    const { payload } = await jwtVerify<{ email?: unknown }>(token, key, {
      algorithms: ['HS256'],
      audience: PURPOSE,
      currentDate: new Date(clock()),
    });
    const { jti: id, email, exp } = payload;
    if (!id || typeof email !== 'string' || exp === undefined) return 'INVALID_TOKEN';
    if (await isUsed(db.queries, id)) return 'FIRST_ENTRY_USED';
    return { id, email, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'FIRST_ENTRY_EXPIRED';
    if (error instanceof errors.JOSEError) return 'INVALID_TOKEN';
    throw error;
  }
}

async function isUsed(db: Queries, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_used_links')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses the link up, and locks its account, which is created if the e-mail has none.
 * @returns null when it has been used meanwhile
 */
export async function useFirstEntry(
  options: EmbeddedOptions,
  tx: Tx,
  { id, email, expiresAt }: FirstEntry,
): Promise<AccountRow | null> {
  const used = await tx
    .insertInto('identity_used_links')
    .values({ id, expires_at: expiresAt })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!used) return null;
  const known = await findAccountRow(tx, { email });
  const account = known && (await lockAccount(options, tx, known.uid));
  return account ?? insertAccount(tx, { email, name: '', now: options.clock() });
}
