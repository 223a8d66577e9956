import type { IdToken } from '#domain/people/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import { type Claims, claimsOf } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import {
  type AccountRow,
  endOf,
  isSessionOpen,
  type Known,
  lockAccount,
  readKnown,
} from './rows.ts';

/**
 * Stores a token's claims in its account's row, and locks the account until the transaction ends.
 * @param device the browser's name, if known
 * @returns the account and its session, or null when the session has ended: then nothing is written
 */
export async function syncAccount(
  options: FirebaseOptions,
  tx: Tx,
  token: IdToken,
  device: string | null = null,
): Promise<Known | null> {
  const { uid } = token;
  const claims = claimsOf(token);
  const { beganAt } = claims;
  const now = options.clock();
  if (now >= endOf(beganAt)) return null;
  await tx
    .insertInto('firebase_accounts')
    .values({ uid, ...initialFacts(claims), created_at: now })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
  await lockAccount(options, tx, uid);
  const known = await readKnown(tx, uid, beganAt);
  if (!known || !isSessionOpen(known, claims, now)) return null;
  await tx
    .insertInto('firebase_sessions')
    .values({ uid, began_at: beganAt, device, ended_at: null })
    .onConflict((conflict) => {
      const existing = conflict.columns(['uid', 'began_at']);
      return device === null ? existing.doNothing() : existing.doUpdateSet({ device });
    })
    .execute();
  if (hasNewClaims(known.account, claims)) await applyClaims(options, tx, known.account, claims);
  return readKnown(tx, uid, beganAt);
}

/** Returns the `ended_at` that ends all sessions that began before the token's own. */
export function endEarlier(
  { ended_at }: Pick<AccountRow, 'ended_at'>,
  { beganAt }: Pick<Claims, 'beganAt'>,
): number {
  return Math.max(ended_at, beganAt - 1);
}

/** Returns whether a token has claims that its account's row does not have yet. */
export function hasNewClaims(account: AccountRow, claims: Claims): boolean {
  return claims.issuedAt > account.token_issued_at || provesMailbox(account, claims);
}

/** Returns whether Google has verified an e-mail that was not proved to the shop before. */
function provesMailbox(account: AccountRow, claims: Claims): boolean {
  return isGoogleProof(claims) && account.is_proved === 0 && account.email === claims.email;
}

/**
 * Returns whether Google confirms that the account's user reads the mail. With a password,
 * `email_verified` only means that a link in Firebase's mail was clicked, perhaps by a victim of an
 * attacker.
 */
function isGoogleProof({ isVerified, provider }: Claims): boolean {
  return isVerified && provider === 'google.com';
}

/**
 * Returns the columns of an account that is new to the shop, or was removed before. It counts as
 * verified only if Google confirms it. If Firebase calls it verified, earlier sessions are ended:
 * an attacker may have created the account.
 */
function initialFacts(claims: Claims) {
  const { email, isVerified, provider, issuedAt } = claims;
  return {
    email,
    email_verified: isVerified ? 1 : 0,
    is_proved: isGoogleProof(claims) ? 1 : 0,
    providers: provider,
    token_issued_at: issuedAt,
    ended_at: isVerified ? endEarlier({ ended_at: 0 }, claims) : 0,
    removed_at: null,
  } as const;
}

/** Stores a token's claims, in a transaction that has locked the account. */
async function applyClaims(
  options: FirebaseOptions,
  tx: Tx,
  account: AccountRow,
  claims: Claims,
): Promise<void> {
  const { uid } = account;
  if (account.removed_at !== null) {
    const facts = initialFacts(claims);
    const ended_at = Math.max(facts.ended_at, account.ended_at);
    return write(tx, uid, { ...facts, ended_at, created_at: options.clock() });
  }
  const isVerifiedSince = claims.isVerified && account.email_verified === 0;
  const facts = {
    email: claims.email,
    email_verified: claims.isVerified ? 1 : 0,
    token_issued_at: Math.max(claims.issuedAt, account.token_issued_at),
    providers: withProvider(account.providers, claims.provider),
    ended_at: isVerifiedSince ? endEarlier(account, claims) : account.ended_at,
  } as const;
  const isProved = account.is_proved === 1 && account.email === claims.email ? 1 : 0;
  if (!provesMailbox({ ...account, email: claims.email, is_proved: isProved }, claims)) {
    // A verification that the shop did not see may be the click of an attacker's victim.
    return write(tx, uid, { ...facts, is_proved: isProved });
  }
  await write(tx, uid, {
    ...facts,
    is_proved: 1,
    providers: claims.provider,
    ended_at: endEarlier(account, claims),
  });
  await options.handOver(tx, uid);
}

async function write(tx: Tx, uid: string, facts: Partial<Omit<AccountRow, 'uid'>>): Promise<void> {
  await tx.updateTable('firebase_accounts').set(facts).where('uid', '=', uid).execute();
}

function withProvider(providers: string, provider: string): string {
  return [...new Set([...providers.split(','), provider])].sort().join(',');
}
