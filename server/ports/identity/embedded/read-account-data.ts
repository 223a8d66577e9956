import type { Queries } from '../../../db/types.ts';
import type { AccountData } from '../identity.ts';
import { describeAccount, readAccountRow } from './accounts.ts';

/** @returns what is kept of an account, without what opens it; null when there is none */
export async function readAccountData(db: Queries, uid: string): Promise<AccountData | null> {
  const account = await readAccountRow(db, uid);
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
