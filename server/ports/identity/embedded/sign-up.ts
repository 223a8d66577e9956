import { findAccountByEmail, insertAccount } from './accounts.ts';
import { type Entry, enter } from './enter.ts';
import { hashPassword } from './hashing.ts';
import type { EmbeddedOptions } from './options.ts';
import { passwordProblem } from './password-rules.ts';
import { storePassword } from './ways-in.ts';

export type SignUpProblem =
  | NonNullable<ReturnType<typeof passwordProblem>>
  | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
  | 'USER_DISABLED';

/** Opens an account, its password and its first session in one: never one without the others. */
export async function signUp(
  options: EmbeddedOptions,
  wanted: { email: string; name: string; password: string; replaces: string | null },
): Promise<Entry | SignUpProblem> {
  const { db, clock } = options;
  const { email, name, password, replaces } = wanted;
  const problem = passwordProblem(password);
  if (problem) return problem;
  if (await findAccountByEmail(db.queries, email)) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  const hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, { email, name, now: clock() });
    if (!account) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
    await storePassword(tx, { uid: account.uid, hash }, clock());
    return enter(options, tx, { account, replaces });
  });
}
