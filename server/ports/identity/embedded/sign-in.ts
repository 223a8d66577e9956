import { findPassword, isPasswordOf } from './credentials.ts';
import { type Browser, enter, type PasswordEntry } from './enter.ts';
import type { Hashing } from './hashing.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { MAX_PASSWORD_LENGTH } from './password-rules.ts';

export type SignInProblem = 'INVALID_EMAIL_OR_PASSWORD' | 'PASSWORD_TOO_LONG' | 'USER_DISABLED';

/** Starts a session for whoever knows an account's password, if it is still that when it starts. */
export async function signIn(
  options: EmbeddedOptions,
  given: { email: string; password: string; browser: Browser; hashing: Hashing },
): Promise<PasswordEntry | SignInProblem> {
  const { db } = options;
  const { email, password, browser, hashing } = given;
  if (password.length > MAX_PASSWORD_LENGTH) return 'PASSWORD_TOO_LONG';
  const stored = await findPassword(db.queries, { email });
  if (!stored) {
    // The time does not tell that there is no such account.
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
