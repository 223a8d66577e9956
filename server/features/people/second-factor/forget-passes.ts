import type { Queries, Tx } from '../../../db/types.ts';

type Session = { uid: string; session: string };

/** Deletes every pass of an account: each of its sessions has to pass again. */
export async function forgetPasses(db: Queries | Tx, uid: string): Promise<void> {
  await deletionOf(db, uid).execute();
}

/** Deletes the passes of a session that has ended. */
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
