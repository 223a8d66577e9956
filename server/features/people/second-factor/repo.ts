import { writeAudit } from '#server/audit/write-audit.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';

export type StoredFactor = { sealedSecret: string; since: number; codesLeft: number };

export async function findFactor(db: Queries, uid: string): Promise<StoredFactor | null> {
  const row = await db
    .selectFrom('second_factors as factor')
    .select(({ selectFrom, fn }) => [
      'factor.sealed_secret',
      'factor.created_at',
      selectFrom('second_factor_codes')
        .select(fn.countAll<number>().as('count'))
        .where('uid', '=', uid)
        .as('codes_left'),
    ])
    .where('factor.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  const { sealed_secret: sealedSecret, created_at: since } = row;
  return { sealedSecret, since, codesLeft: row.codes_left ?? 0 };
}

/**
 * Returns whether an account has a factor, and whether this session has passed it in this browser, in
 * one indexed read.
 * @param browserHash the hash of the value in the browser's cookie; null without one
 */
export async function findPass(
  db: Queries,
  { uid, session, browserHash }: { uid: string; session: string; browserHash: string | null },
): Promise<{ enrolled: boolean; passed: boolean }> {
  const row = await db
    .selectFrom('second_factors as factor')
    .leftJoin('second_factor_passes as pass', (join) =>
      join
        .onRef('pass.uid', '=', 'factor.uid')
        .on('pass.session', '=', session)
        .on('pass.browser_hash', '=', browserHash),
    )
    .select(['factor.uid', 'pass.passed_at'])
    .where('factor.uid', '=', uid)
    .executeTakeFirst();
  return { enrolled: row !== undefined, passed: row !== undefined && row.passed_at !== null };
}

/** Returns false when the account has a factor already. */
export async function addFactor(
  tx: Tx,
  factor: { uid: string; sealedSecret: string; lastStep: number; now: number },
): Promise<boolean> {
  const added = await tx
    .insertInto('second_factors')
    .values({
      uid: factor.uid,
      sealed_secret: factor.sealedSecret,
      last_step: factor.lastStep,
      created_at: factor.now,
    })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .returning('uid')
    .executeTakeFirst();
  return added !== undefined;
}

/** Marks a step of a factor's secret as used. Returns false when it, or a later one, was used before. */
export async function useStep(
  tx: Tx,
  { uid, sealedSecret, step }: { uid: string; sealedSecret: string; step: number },
): Promise<boolean> {
  const used = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('uid', '=', uid)
    .where('sealed_secret', '=', sealedSecret)
    .where('last_step', '<', step)
    .returning('uid')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes a recovery code. Returns false when there is no such code any more. */
export async function useRecoveryCode(tx: Tx, uid: string, hash: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('second_factor_codes')
    .where('uid', '=', uid)
    .where('code_hash', '=', hash)
    .returning('uid')
    .executeTakeFirst();
  return used !== undefined;
}

/** Locks a factor until the transaction ends. Returns false when there is none. */
export async function lockFactor(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Tx,
  uid: string,
): Promise<boolean> {
  const locked = await lockRows(
    tx.selectFrom('second_factors').select('uid').where('uid', '=', uid),
  ).executeTakeFirst();
  return locked !== undefined;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  uid: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('second_factor_codes').where('uid', '=', uid).execute();
  await tx
    .insertInto('second_factor_codes')
    .values(hashes.map((hash) => ({ uid, code_hash: hash })))
    .execute();
}

export async function notePass(
  tx: Tx,
  pass: { uid: string; session: string; browserHash: string; now: number },
): Promise<void> {
  const { uid, session, browserHash, now } = pass;
  await tx
    .insertInto('second_factor_passes')
    .values({ uid, session, browser_hash: browserHash, passed_at: now })
    .execute();
}

/**
 * Removes an account's second factor, in the transaction that causes it.
 * @param by the admin; null: the shop itself, or its operator at the server
 * @returns false when there was none
 */
export async function forgetSecondFactor(
  tx: Tx,
  { uid, by, now }: { uid: string; by: string | null; now: number },
): Promise<boolean> {
  // Its codes and passes go with it.
  const gone = await tx
    .deleteFrom('second_factors')
    .where('uid', '=', uid)
    .returning('uid')
    .executeTakeFirst();
  if (!gone) return false;
  const action = 'second_factor_removed';
  await writeAudit(tx, { by, entity: 'user', entityId: uid, action }, now);
  return true;
}

type Session = { uid: string; session: string };

/** Deletes every pass of an account: each of its sessions has to pass again. */
export async function forgetPasses(db: Queries | Tx, uid: string): Promise<void> {
  await deletionOf(db, uid).execute();
}

export async function forgetPass(db: Queries | Tx, { uid, session }: Session): Promise<void> {
  await deletionOf(db, uid).where('session', '=', session).execute();
}

/** Deletes the passes of every session of the account but this one: they have ended. */
export async function forgetOtherPasses(
  db: Queries | Tx,
  { uid, session }: Session,
): Promise<void> {
  await deletionOf(db, uid).where('session', '!=', session).execute();
}

function deletionOf(db: Queries | Tx, uid: string) {
  return db.deleteFrom('second_factor_passes').where('uid', '=', uid);
}
