import { proveMailbox } from './hand-over.ts';
import { hashPassword } from './hashing.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { passwordProblem } from './password-rules.ts';
import { findResetLink, useResetLink } from './reset-links.ts';
import { hasWayIn, storePassword } from './ways-in.ts';

export type ResetProblem = NonNullable<ReturnType<typeof passwordProblem>> | 'INVALID_TOKEN';

/**
 * Gives an account a new password by a mailed link, once: all its sessions and further links end,
 * and an account that nobody had verified goes over to whoever reads its mail.
 * @returns null when it is done
 */
export async function resetPassword(
  options: EmbeddedOptions,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<ResetProblem | null> {
  const { db, clock, sendNotice, ringMail } = options;
  const problem = passwordProblem(newPassword);
  if (problem) return problem;
  const uid = await findResetLink(db.queries, token, clock());
  if (uid === null) return 'INVALID_TOKEN';
  const hash = await hashPassword(newPassword);
  const refusal = await db.transaction(async (tx): Promise<ResetProblem | null> => {
    const account = await lockAccount(options, tx, uid);
    if (!account || !(await useResetLink(tx, token, clock()))) return 'INVALID_TOKEN';
    const known = await hasWayIn(tx, uid, 'credential');
    await storePassword(tx, { uid, hash }, clock());
    await proveMailbox(options, tx, { account, keep: 'credential', endSessions: true });
    const facts = { to: account.email, at: clock() };
    if (known) await sendNotice(tx, { kind: 'password_changed', ...facts });
    else await sendNotice(tx, { kind: 'sign_in_method_added', method: 'password', ...facts });
    return null;
  });
  ringMail();
  return refusal;
}
