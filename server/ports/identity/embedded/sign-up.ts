import { findAccountByEmail, insertAccount } from './accounts.ts';
import { storePassword } from './credentials.ts';
import { type Browser, enter, type PasswordEntry } from './enter.ts';
import type { Hashing } from './hashing.ts';
import type { EmbeddedOptions } from './options.ts';
import { type PasswordProblem, passwordProblem } from './password-rules.ts';

export type SignUpProblem =
  | PasswordProblem
  | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
  | 'USER_DISABLED';

/** Opens an account, its password and its first session in one: never one without the others. */
export async function signUp(
  options: EmbeddedOptions,
  wanted: {
    email: string;
    name: string;
    password: string;
    browser: Browser;
    hashing: Hashing;
  },
): Promise<PasswordEntry | SignUpProblem> {
  const { db, clock, shopName } = options;
  const { email, name, password, browser, hashing } = wanted;
  const problem = await passwordProblem(password, { email, shopName: await shopName() });
  if (problem) return problem;
  if (await findAccountByEmail(db.queries, email)) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  const hash = await hashing.hash(password);
  return db.transaction(async (tx) => {
    const account = await insertAccount(tx, { email, name, now: clock() });
    if (!account) return 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
    await storePassword(tx, { uid: account.uid, hash }, clock());
    const entry = await enter(options, tx, { account, ...browser });
    return typeof entry === 'string' ? entry : { ...entry, passwordHash: hash };
  });
}
