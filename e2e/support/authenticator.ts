import { codeOfTyped } from '#server/testing/authenticator.ts';

/** Returns the app's current code for a typed secret. */
export async function codeOf(typed: string): Promise<string> {
  return codeOfTyped(typed, Date.now());
}
