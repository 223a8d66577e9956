import type { Context } from '#server/context.ts';
import { findSession, startSession } from '#server/ports/identity/embedded/sessions.ts';
import type { Account } from '#server/ports/identity/identity.ts';

/** Opens a session of an account, which is created if needed. @returns the session's id */
export async function addSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { uid, email, emailVerified }: Account,
): Promise<string> {
  const now = clock();
  return db.transaction(async (tx) => {
    await tx
      .insertInto('identity_users')
      .values({
        id: uid,
        name: '',
        email,
        email_verified: emailVerified ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const token = await startSession(tx, { uid, userAgent: undefined, now });
    const session = await findSession(tx, { token }, now);
    if (!session) throw new Error('the session has not begun');
    return session.sid;
  });
}
