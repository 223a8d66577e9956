import type { IdToken } from '#domain/buyer.ts';
import type { Tx } from '../../../db/types.ts';
import { claimsOf } from './id-tokens.ts';
import { firstSight, isNews, takeNews } from './news.ts';
import type { FirebaseOptions } from './options.ts';
import { isOutdated, type Known, lockAccount, readKnown, stands } from './rows.ts';

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
