import { HOUR_MS } from '#domain/base/dates.ts';
import { findAccountRow, insertAccount, lockAccount } from './accounts.ts';
import { findPassword, isPasswordOf, storePassword } from './credentials.ts';
import type { Hashing } from './hashing.ts';
import type { EmbeddedOptions } from './options.ts';
import { MAX_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from './password-rules.ts';
import { revokeResetLinks } from './reset-password.ts';
import {
  type Browser,
  deleteSessions,
  enter,
  findSession,
  type PasswordEntry,
  type SessionUser,
  startSession,
} from './sessions.ts';

export type ChangeProblem =
  | PasswordProblem
  | 'CREDENTIAL_ACCOUNT_NOT_FOUND'
  | 'INVALID_PASSWORD'
  | 'UNAUTHORIZED'
  | 'USER_DISABLED';

/**
 * A change revokes the reset links requested before it began, but not within this time after
 * another change: otherwise an intruder could lock the owner out by changing the password
 * repeatedly.
 */
const LINK_GRACE_MS = HOUR_MS;

/**
 * Changes an account's password, ends all its sessions and reset links and starts a new session.
 * Nothing is written if the old password was replaced or the user's session ended meanwhile: the
 * account may have got another owner.
 */
export async function changePassword(
  options: EmbeddedOptions,
  user: SessionUser,
  given: { currentPassword: string; newPassword: string; hashing: Hashing } & Pick<
    Browser,
    'userAgent'
  >,
): Promise<PasswordEntry | ChangeProblem> {
  const { db, clock, mayEnter, sendNotice, shopName } = options;
  const { currentPassword, newPassword, hashing, userAgent } = given;
  const { uid, email } = user;
  const begunAt = clock();
  const problem = await passwordProblem(newPassword, { email, shopName: await shopName() });
  if (problem) return problem;
  const stored = await findPassword(db.queries, { uid });
  if (!stored) return 'CREDENTIAL_ACCOUNT_NOT_FOUND';
  const { hash } = stored;
  if (!(await hashing.verify({ hash, password: currentPassword }))) return 'INVALID_PASSWORD';
  const newHash = await hashing.hash(newPassword);
  return db.transaction(async (tx): Promise<PasswordEntry | ChangeProblem> => {
    const now = clock();
    const account = await lockAccount(options, tx, uid);
    if (!account || !(await findSession(tx, user, now))) return 'UNAUTHORIZED';
    if (!(await isPasswordOf(tx, stored))) return 'UNAUTHORIZED';
    if (!(await mayEnter(tx, uid))) return 'USER_DISABLED';
    await storePassword(tx, { uid, hash: newHash }, now);
    await deleteSessions(tx, uid);
    if (stored.changedAt === null || now - stored.changedAt > LINK_GRACE_MS) {
      await revokeResetLinks(tx, uid, { requestedBefore: begunAt, now });
    }
    // An unverified address may belong to a person who does not know of the account.
    if (account.emailVerified) {
      await sendNotice(tx, { kind: 'password_changed', to: account.email, at: now });
    }
    const token = await startSession(tx, { uid, userAgent, now });
    return { account, token, passwordHash: newHash };
  });
}

export type SignUpProblem =
  | PasswordProblem
  | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
  | 'USER_DISABLED';

/** Creates an account, its password and its first session in one transaction. */
export async function signUp(
  options: EmbeddedOptions,
  wanted: { email: string; name: string; password: string; browser: Browser; hashing: Hashing },
): Promise<PasswordEntry | SignUpProblem> {
  const { db, clock, shopName } = options;
  const { email, name, password, browser, hashing } = wanted;
  const problem = await passwordProblem(password, { email, shopName: await shopName() });
  if (problem) return problem;
  if (await findAccountRow(db.queries, { email })) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  const hash = await hashing.hash(password);
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, { email, name, now: clock() });
    if (!account) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
    await storePassword(tx, { uid: account.uid, hash }, clock());
    const entry = await enter(options, tx, { account, ...browser });
    return typeof entry === 'string' ? entry : { ...entry, passwordHash: hash };
  });
}

export type SignInProblem = 'INVALID_EMAIL_OR_PASSWORD' | 'PASSWORD_TOO_LONG' | 'USER_DISABLED';

/** Starts a session if the password is right, and is still the same when the session starts. */
export async function signIn(
  options: EmbeddedOptions,
  given: { email: string; password: string; browser: Browser; hashing: Hashing },
): Promise<PasswordEntry | SignInProblem> {
  const { db } = options;
  const { email, password, browser, hashing } = given;
  if (password.length > MAX_PASSWORD_LENGTH) return 'PASSWORD_TOO_LONG';
  const stored = await findPassword(db.queries, { email });
  if (!stored) {
    // The same time as with an account, so that it does not reveal whether there is one.
    await hashing.hash(password);
    return 'INVALID_EMAIL_OR_PASSWORD';
  }
  const isRight = await hashing.verify({ hash: stored.hash, password });
  if (!isRight) return 'INVALID_EMAIL_OR_PASSWORD';
  return db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, stored.uid);
    if (!account || !(await isPasswordOf(tx, stored))) return 'INVALID_EMAIL_OR_PASSWORD';
    const entry = await enter(options, tx, { account, ...browser });
    return typeof entry === 'string' ? entry : { ...entry, passwordHash: stored.hash };
  });
}
