import { findPassword, isPasswordOf, storePassword } from './credentials.ts';
import type { Browser, PasswordEntry } from './enter.ts';
import type { Hashing } from './hashing.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { type PasswordProblem, passwordProblem } from './password-rules.ts';
import { revokeResetLinks } from './reset-links.ts';
import { deleteSessions, findSessionAccount, type SessionUser, startSession } from './sessions.ts';

export type ChangeProblem =
  | PasswordProblem
  | 'CREDENTIAL_ACCOUNT_NOT_FOUND'
  | 'INVALID_PASSWORD'
  | 'UNAUTHORIZED'
  | 'USER_DISABLED';

/**
 * A change takes back the reset links asked for before it began, but for so long after another
 * change: else an intruder could keep the rightful owner out by changing the password all the time.
 */
const LINKS_STAND_MS = 3_600_000;

/**
 * Gives an account another password, ends all its sessions and reset links and starts a new
 * session. Nothing is written when the old password or the session that asks went meanwhile: the
 * account may have got another owner.
 */
export async function changePassword(
  options: EmbeddedOptions,
  user: SessionUser,
  given: {
    currentPassword: string;
    newPassword: string;
    hashing: Hashing;
  } & Pick<Browser, 'userAgent'>,
): Promise<PasswordEntry | ChangeProblem> {
  const { db, clock, mayEnter, sendNotice, ringMail, shopName } = options;
  const { currentPassword, newPassword, hashing, userAgent } = given;
  const { uid, sid, email } = user;
  const begunAt = clock();
  const problem = await passwordProblem(newPassword, { email, shopName: await shopName() });
  if (problem) return problem;
  const stored = await findPassword(db.queries, { uid });
  if (!stored) return 'CREDENTIAL_ACCOUNT_NOT_FOUND';
  const { hash } = stored;
  if (!(await hashing.verify({ hash, password: currentPassword }))) return 'INVALID_PASSWORD';
  const newHash = await hashing.hash(newPassword);
  const entry = await db.transaction(async (tx): Promise<PasswordEntry | ChangeProblem> => {
    const now = clock();
    const account = await lockAccount(options, tx, uid);
    if (!account || !(await findSessionAccount(tx, { sid, uid, now }))) return 'UNAUTHORIZED';
    if (!(await isPasswordOf(tx, stored))) return 'UNAUTHORIZED';
    if (!(await mayEnter(tx, uid))) return 'USER_DISABLED';
    await storePassword(tx, { uid, hash: newHash }, now);
    await deleteSessions(tx, uid);
    if (stored.changedAt === null || now - stored.changedAt > LINKS_STAND_MS) {
      await revokeResetLinks(tx, uid, { askedBefore: begunAt, now });
    }
    // An address that nobody has verified may be that of somebody who knows nothing of the account.
    if (account.emailVerified) {
      await sendNotice(tx, { kind: 'password_changed', to: account.email, at: now });
    }
    const token = await startSession(tx, { uid, userAgent, now });
    return { account, token, passwordHash: newHash };
  });
  ringMail();
  return entry;
}
