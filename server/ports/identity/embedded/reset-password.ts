import { readAccountRow } from './accounts.ts';
import { hasCredential, storePassword } from './credentials.ts';
import { proveMailbox } from './hand-over.ts';
import type { Hashing } from './hashing.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { type PasswordProblem, passwordProblem } from './password-rules.ts';
import { findResetLink, useResetLink } from './reset-links.ts';

/** An account, and the hash of the password that it now has. */
export type ResetAccount = { uid: string; email: string; passwordHash: string };

export type ResetProblem = PasswordProblem | 'INVALID_TOKEN';

/**
 * Gives an account a new password by a mailed link, once: all its sessions and further links end,
 * and an account that nobody had verified goes over to whoever reads its mail.
 * @returns the account, which its owner has now proved to read the mail of
 */
export async function resetPassword(
  options: EmbeddedOptions,
  { token, newPassword, hashing }: { token: string; newPassword: string; hashing: Hashing },
): Promise<ResetAccount | ResetProblem> {
  const { db, clock, sendNotice, ringMail, shopName } = options;
  const begunAt = clock();
  const uid = await findResetLink(db.queries, token, begunAt);
  const before = uid === null ? null : await readAccountRow(db.queries, uid);
  if (uid === null || before === null) return 'INVALID_TOKEN';
  const problem = await passwordProblem(newPassword, {
    email: before.email,
    shopName: await shopName(),
  });
  if (problem) return problem;
  const hash = await hashing.hash(newPassword);
  const done = await db.transaction(async (tx): Promise<ResetAccount | ResetProblem> => {
    const account = await lockAccount(options, tx, uid);
    if (!account || !(await useResetLink(tx, token, begunAt))) return 'INVALID_TOKEN';
    const known = await hasCredential(tx, uid, 'credential');
    await storePassword(tx, { uid, hash }, clock());
    await proveMailbox(options, tx, { account, keep: 'credential', endSessions: true });
    const facts = { to: account.email, at: clock() };
    if (known) await sendNotice(tx, { kind: 'password_changed', ...facts });
    else await sendNotice(tx, { kind: 'sign_in_method_added', method: 'password', ...facts });
    return { uid, email: account.email, passwordHash: hash };
  });
  ringMail();
  return done;
}
