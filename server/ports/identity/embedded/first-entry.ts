import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Tx } from '#server/db/types.ts';
import { deriveKey } from '#server/lib/secrets.ts';
import { type AccountRow, findAccountRow, insertAccount, lockAccount } from './accounts.ts';
import { type EmailProof, readProof, signProof } from './email-proofs.ts';
import type { EmbeddedOptions } from './options.ts';

/** How long the first admin's link is accepted. */
export const FIRST_ENTRY_MS = DAY_MS;
const PURPOSE = 'first-entry';

/** Why a first admin's link is not accepted; expired, or signed with another secret. */
export type FirstEntryProblem = 'FIRST_ENTRY_USED' | 'FIRST_ENTRY_EXPIRED';

export const firstEntryKey = (secret: string) => deriveKey(secret, PURPOSE);

/**
 * Returns the token of the link by which the first admin enters. Only the shop's secret is needed,
 * so that it can be made while a shop with SQLite runs.
 */
export function signFirstEntry(
  email: string,
  { key, now }: { key: Uint8Array; now: number },
): Promise<string> {
  const proof = { subject: randomUUID(), email, expiresAt: now + FIRST_ENTRY_MS };
  return signProof(proof, { key, purpose: PURPOSE });
}

/** Reads a token that was not used yet. */
export async function readFirstEntry(
  { db, firstEntryKey: key, clock }: Pick<EmbeddedOptions, 'db' | 'firstEntryKey' | 'clock'>,
  token: string,
): Promise<EmailProof | FirstEntryProblem> {
  const proof = await readProof(token, { key, purpose: PURPOSE, now: clock() });
  if (typeof proof === 'string') return 'FIRST_ENTRY_EXPIRED';
  const used = await db.queries
    .selectFrom('identity_used_links')
    .select('id')
    .where('id', '=', proof.subject)
    .executeTakeFirst();
  return used ? 'FIRST_ENTRY_USED' : proof;
}

/**
 * Uses the link up, and locks its account, which is created if the e-mail has none.
 * @returns null when it has been used meanwhile
 */
export async function useFirstEntry(
  options: EmbeddedOptions,
  tx: Tx,
  { subject, email, expiresAt }: EmailProof,
): Promise<AccountRow | null> {
  const used = await tx
    .insertInto('identity_used_links')
    .values({ id: subject, expires_at: expiresAt })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!used) return null;
  const known = await findAccountRow(tx, { email });
  const account = known && (await lockAccount(options, tx, known.uid));
  return account ?? insertAccount(tx, { email, name: '', now: options.clock() });
}
