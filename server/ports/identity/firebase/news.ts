import type { Tx } from '../../../db/types.ts';
import type { Claims } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import type { AccountRow } from './rows.ts';

/** Whether a token tells what its account's row does not know yet. */
export function isNews(account: AccountRow, claims: Claims): boolean {
  return claims.issuedAt > account.told_at || provesMailbox(account, claims);
}

/** Whether Google vouches for an e-mail that nobody had proved to the shop. */
function provesMailbox(account: AccountRow, claims: Claims): boolean {
  const isProof = claims.isVerified && claims.provider === 'google.com';
  return isProof && account.is_proved === 0 && account.email === claims.email;
}

/**
 * What is written of an account that the shop meets for the first time, or anew after it was
 * removed: nobody has used the shop under it, so Firebase's word counts. If its e-mail is verified,
 * whoever signed in to it before is shut out: that may be a stranger who opened the account.
 */
export function firstSight({ email, isVerified, provider, beganAt, issuedAt }: Claims) {
  const verified = isVerified ? 1 : 0;
  return {
    email,
    told_verified: verified,
    is_proved: verified,
    providers: provider,
    told_at: issuedAt,
    ended_at: isVerified ? beganAt - 1 : 0,
    removed_at: null,
  } as const;
}

/** Writes down what a token tells, in a transaction that holds the account. */
export async function takeNews(
  options: FirebaseOptions,
  tx: Tx,
  account: AccountRow,
  claims: Claims,
): Promise<void> {
  const { uid } = account;
  if (account.removed_at !== null) {
    const { ended_at, ...facts } = firstSight(claims);
    const since = Math.max(ended_at, account.ended_at);
    return write(tx, uid, { ...facts, ended_at: since, created_at: options.clock() });
  }
  const facts = {
    email: claims.email,
    told_verified: claims.isVerified ? 1 : 0,
    told_at: Math.max(claims.issuedAt, account.told_at),
    providers: withProvider(account.providers, claims.provider),
  } as const;
  const isProved = account.is_proved === 1 && account.email === claims.email ? 1 : 0;
  if (!provesMailbox({ ...account, email: claims.email, is_proved: isProved }, claims)) {
    // A verification that the shop did not see may be a stranger's click, and counts for nothing.
    return write(tx, uid, { ...facts, is_proved: isProved });
  }
  await write(tx, uid, {
    ...facts,
    is_proved: 1,
    providers: claims.provider,
    ended_at: Math.max(account.ended_at, claims.beganAt - 1),
  });
  await options.handOver(tx, uid);
}

async function write(tx: Tx, uid: string, facts: Partial<Omit<AccountRow, 'uid'>>): Promise<void> {
  await tx.updateTable('firebase_accounts').set(facts).where('uid', '=', uid).execute();
}

function withProvider(providers: string, provider: string): string {
  return [...new Set([...providers.split(','), provider])].sort().join(',');
}
