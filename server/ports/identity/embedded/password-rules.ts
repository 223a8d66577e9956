import { isGuessable } from './is-guessable.ts';

const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON';

/** @returns why a password cannot be taken for an account, or null when it can */
export async function passwordProblem(
  password: string,
  own: { email: string; shopName: string },
): Promise<PasswordProblem | null> {
  if (password.length < MIN_PASSWORD_LENGTH) return 'PASSWORD_TOO_SHORT';
  if (password.length > MAX_PASSWORD_LENGTH) return 'PASSWORD_TOO_LONG';
  return (await isGuessable(password, own)) ? 'PASSWORD_TOO_COMMON' : null;
}
