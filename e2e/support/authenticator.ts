import { codeOfTyped } from '#server/testing/authenticator.ts';

/** What the app shows now for a secret as it is typed. */
export async function codeOf(typed: string): Promise<string> {
  return codeOfTyped(typed, Date.now());
}
