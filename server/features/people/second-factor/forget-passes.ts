import type { Queries } from '../../../db/types.ts';

type Session = { uid: string; session: string };

/** Forgets that a session has passed, which has ended. */
export async function forgetPass(db: Queries, { uid, session }: Session): Promise<void> {
  await deletionOf(db, uid).where('session', '=', session).execute();
}

/** Forgets that any session of the account but this one has passed: they have ended. */
export async function forgetOtherPasses(db: Queries, { uid, session }: Session): Promise<void> {
  await deletionOf(db, uid).where('session', '!=', session).execute();
}

function deletionOf(db: Queries, uid: string) {
  return db.deleteFrom('second_factor_passes').where('uid', '=', uid);
}
