import type { IdToken } from '#domain/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import { type Claims, claimsOf } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import { type AccountRow, isOutdated, type Known, lockAccount, readKnown, stands } from './rows.ts';

/**
 * Writes down what a token tells, and holds its account until the transaction ends.
 * @param device the browser's name, where it is known
 * @returns the account and its session, or null when the session is over: then nothing is written
 */
export async function meet(
  options: FirebaseOptions,
  tx: Tx,
  token: IdToken,
  device: string | null = null,
): Promise<Known | null> {
  const { uid } = token;
  const claims = claimsOf(token);
  const { beganAt } = claims;
  const now = options.clock();
  if (isOutdated(beganAt, now)) return null;
  await tx
    .insertInto('firebase_accounts')
    .values({ uid, ...firstSight(claims), created_at: now })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
  await lockAccount(options, tx, uid);
  const known = await readKnown(tx, uid, beganAt);
  if (!known || !stands(known, claims, now)) return null;
  await tx
    .insertInto('firebase_sessions')
    .values({ uid, began_at: beganAt, device, ended_at: null })
    .onConflict((conflict) => {
      const met = conflict.columns(['uid', 'began_at']);
      return device === null ? met.doNothing() : met.doUpdateSet({ device });
    })
    .execute();
  if (isNews(known.account, claims)) await takeNews(options, tx, known.account, claims);
  return readKnown(tx, uid, beganAt);
}

/** Returns the `ended_at` by which the sessions that began before a token's own are over. */
export function endEarlier(
  { ended_at }: Pick<AccountRow, 'ended_at'>,
  { beganAt }: Pick<Claims, 'beganAt'>,
): number {
  return Math.max(ended_at, beganAt - 1);
}

/** Whether a token tells what its account's row does not know yet. */
export function isNews(account: AccountRow, claims: Claims): boolean {
  return claims.issuedAt > account.told_at || provesMailbox(account, claims);
}

/** Whether Google vouches for an e-mail that nobody had proved to the shop. */
function provesMailbox(account: AccountRow, claims: Claims): boolean {
  return isGoogleProof(claims) && account.is_proved === 0 && account.email === claims.email;
}

/**
 * Whether Google says that the account's owner reads the mail. With a password `email_verified` says
 * only that someone clicked a link of Firebase's, perhaps the victim of whoever opened the account.
 */
function isGoogleProof({ isVerified, provider }: Claims): boolean {
  return isVerified && provider === 'google.com';
}

/**
 * Returns what is written of an account that the shop meets for the first time, or anew after it was
 * removed. It counts as verified by Google's word alone. Once Firebase calls it verified, sessions
 * that began earlier are over: an attacker may have opened the account.
 */
function firstSight(claims: Claims) {
  const { email, isVerified, provider, issuedAt } = claims;
  return {
    email,
    told_verified: isVerified ? 1 : 0,
    is_proved: isGoogleProof(claims) ? 1 : 0,
    providers: provider,
    told_at: issuedAt,
    ended_at: isVerified ? endEarlier({ ended_at: 0 }, claims) : 0,
    removed_at: null,
  } as const;
}

/** Writes down what a token tells, in a transaction that holds the account. */
async function takeNews(
  options: FirebaseOptions,
  tx: Tx,
  account: AccountRow,
  claims: Claims,
): Promise<void> {
  const { uid } = account;
  if (account.removed_at !== null) {
    const facts = firstSight(claims);
    const ended_at = Math.max(facts.ended_at, account.ended_at);
    return write(tx, uid, { ...facts, ended_at, created_at: options.clock() });
  }
  const isVerifiedSince = claims.isVerified && account.told_verified === 0;
  const facts = {
    email: claims.email,
    told_verified: claims.isVerified ? 1 : 0,
    told_at: Math.max(claims.issuedAt, account.told_at),
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
