import { isUnauthenticated } from '#web/lib/api.ts';
import { openSignIn } from '#web/lib/sign-in.ts';

/** Opens the sign-in window when a call failed for want of a session, and passes the failure on. */
export function askToSignIn(error: unknown): never {
  if (isUnauthenticated(error)) openSignIn();
  throw error;
}
