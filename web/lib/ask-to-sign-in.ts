import { isUnauthenticated } from '#web/lib/api.ts';
import { openSignIn } from '#web/lib/sign-in.ts';

/** Opens the sign-in window if a request failed without a session, and rethrows the error. */
export function askToSignIn(error: unknown): never {
  if (isUnauthenticated(error)) openSignIn();
  throw error;
}
