import type { IdToken } from '#domain/buyer.ts';
import type { Queries } from '../../../db/types.ts';
import type { AccountData, AccountFacts } from '../identity.ts';
import { claimsOf } from './id-tokens.ts';
import { type AccountRow, endOf, readKnown } from './rows.ts';

/** @returns what the shop knows: since when it has met the account, and how it was entered */
export async function describeAccount(db: Queries, token: IdToken): Promise<AccountFacts> {
  const { beganAt, provider } = claimsOf(token);
  const known = await readKnown(db, token.uid, beganAt);
  return {
    providers: known ? waysOf(known.account) : [provider],
    creationTime: toIso(known?.account.created_at ?? beganAt),
    lastSignInTime: toIso(beganAt),
  };
}

/** @returns what is kept of an account; null when there is none, or no longer */
export async function readAccountData(db: Queries, uid: string): Promise<AccountData | null> {
  const known = await readKnown(db, uid, 0);
  if (!known || known.account.removed_at !== null) return null;
  const { account } = known;
  const sessions = await db
    .selectFrom('firebase_sessions')
    .select(['began_at', 'device', 'ended_at'])
    .where('uid', '=', uid)
    .orderBy('began_at')
    .execute();
  return {
    name: '',
    email: account.email,
    providers: waysOf(account),
    creationTime: toIso(account.created_at),
    sessions: sessions.map(({ began_at, device, ended_at }) => ({
      startedAt: toIso(began_at),
      endsAt: toIso(ended_at ?? endOf(began_at)),
      device,
    })),
  };
}

function waysOf({ providers }: AccountRow): string[] {
  return providers.split(',').filter(Boolean);
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
