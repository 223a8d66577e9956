import type { OwnSession } from '#contract/people/sessions.ts';
import type { IdToken } from '#domain/people/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import type { SessionAccount } from '#server/ports/identity/identity.ts';
import { claimsOf } from './id-tokens.ts';
import type { FirebaseOptions } from './options.ts';
import { endOf, isSessionOpen, isVerified, readKnown } from './rows.ts';
import { hasNewClaims, syncAccount } from './sync-account.ts';

/**
 * Returns the account of a token, in one indexed query unless the token is the first of its session
 * or newer than the account's row. Null when its session has ended.
 */
export async function findAccount(
  options: FirebaseOptions,
  token: IdToken,
): Promise<SessionAccount | null> {
  const { db, clock } = options;
  const claims = claimsOf(token);
  const known = await readKnown(db.queries, token.uid, claims.beganAt);
  if (known && !isSessionOpen(known, claims, clock())) return null;
  const current =
    known?.session && !hasNewClaims(known.account, claims)
      ? known
      : await db.transaction((tx) => syncAccount(options, tx, token));
  if (!current) return null;
  const { uid, email } = current.account;
  return { uid, email, emailVerified: isVerified(current.account), signedInAt: claims.beganAt };
}

/** Ends the token's session, even if it has no row. */
export async function endOwn(options: FirebaseOptions, token: IdToken): Promise<void> {
  await whileSessionOpen(options, token, async (tx) => {
    await options.forgetPass(tx, token);
    return end(options, tx, token, claimsOf(token).beganAt);
  });
}

/** Returns the open sessions of the token's account that have a row. */
export async function listSessions(
  options: FirebaseOptions,
  token: IdToken,
): Promise<OwnSession[]> {
  const { db, clock } = options;
  const { beganAt } = claimsOf(token);
  const rows = await db.queries
    .selectFrom('firebase_sessions as session')
    .innerJoin('firebase_accounts as account', 'account.uid', 'session.uid')
    .select(['began_at', 'device', 'session.ended_at', 'account.ended_at as all_ended_at'])
    .where('session.uid', '=', token.uid)
    .orderBy('began_at', 'desc')
    .execute();
  return rows
    .filter(
      (row) =>
        row.ended_at === null && row.all_ended_at < row.began_at && endOf(row.began_at) > clock(),
    )
    .map(({ began_at, device }) => ({
      id: String(began_at),
      startedAt: new Date(began_at).toISOString(),
      device,
      isCurrent: began_at === beganAt,
    }));
}

/**
 * Ends a session.
 * @returns false if it is not the account's, or the token's own session has ended
 */
export async function endSession(
  options: FirebaseOptions,
  token: IdToken,
  id: string,
): Promise<boolean> {
  return whileSessionOpen(options, token, (tx) => end(options, tx, token, Number(id)));
}

/** Ends all other sessions. @returns false, without ending any, if the token's own has ended */
export async function endOtherSessions(options: FirebaseOptions, token: IdToken): Promise<boolean> {
  return whileSessionOpen(options, token, async (tx) => {
    await tx
      .updateTable('firebase_sessions')
      .set({ ended_at: options.clock() })
      .where('uid', '=', token.uid)
      .where('began_at', '!=', claimsOf(token).beganAt)
      .where('ended_at', 'is', null)
      .execute();
    return true;
  });
}

async function end(
  { clock }: FirebaseOptions,
  tx: Tx,
  { uid }: IdToken,
  beganAt: number,
): Promise<boolean> {
  if (!Number.isSafeInteger(beganAt)) return false;
  const { numUpdatedRows } = await tx
    .updateTable('firebase_sessions')
    .set({ ended_at: clock() })
    .where('uid', '=', uid)
    .where('began_at', '=', beganAt)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Runs `work` only in an open session: an ended one must not end the sessions of the rightful
 * owner.
 */
async function whileSessionOpen(
  options: FirebaseOptions,
  token: IdToken,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return options.db.transaction(
    async (tx) => (await syncAccount(options, tx, token)) !== null && work(tx),
  );
}
