import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldText } from '#domain/base/folding.ts';
import { loadOnce } from '#server/lib/load-once.ts';

const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON';

/** Returns why an account cannot have a password, or null when it can. */
export async function passwordProblem(
  password: string,
  own: { email: string; shopName: string },
): Promise<PasswordProblem | null> {
  const problem = lengthProblem(password);
  if (problem) return problem;
  return (await isGuessable(password, own)) ? 'PASSWORD_TOO_COMMON' : null;
}

/** Returns what is wrong with a password's length, or null. */
export function lengthProblem({ length }: string): PasswordProblem | null {
  if (length < MIN_PASSWORD_LENGTH) return 'PASSWORD_TOO_SHORT';
  return length > MAX_PASSWORD_LENGTH ? 'PASSWORD_TOO_LONG' : null;
}

const list = loadOnce(readList);

/**
 * Returns whether a password is one of the first that an attacker would try: a common one, or the
 * account's e-mail, its part before the @ or the shop's name, even with digits and signs around it.
 * Case and accents are ignored.
 */
export async function isGuessable(
  password: string,
  { email, shopName }: { email: string; shopName: string },
): Promise<boolean> {
  if ((await list()).has(foldText(password))) return true;
  const [localPart = ''] = email.split('@');
  return [email, localPart, shopName, 'pines'].some((word) => isAlike(password, word));
}

function isAlike(password: string, word: string): boolean {
  const letters = lettersOf(word);
  return (
    foldText(password) === foldText(word) || (letters !== '' && lettersOf(password) === letters)
  );
}

/** Some 18,000 passwords of eight characters or more; see docs/data-sources.md. */
async function readList(): Promise<ReadonlySet<string>> {
  const names = ['common-passwords.txt', 'common-in-chile.txt'];
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
  return new Set((await Promise.all(names.map(read))).flatMap((text) => text.trim().split('\n')));
}

/** Returns only the folded letters: `Ana.Pérez-2026!` and `anaperez` are the same guess. */
function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}]/gu, '');
}
