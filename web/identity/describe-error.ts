import { toIdentityError } from './errors.ts';
import { type IdentityErrorCode, identityMessages } from './messages.ts';

/** Returns the Spanish text of any identity provider's error. */
export function describeIdentityError(error: unknown): string {
  return identityMessages[toIdentityError(error).code];
}

const renewable: ReadonlySet<IdentityErrorCode> = new Set([
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
]);

/** Returns true if logging out and in again is likely to help. */
export function isMendedBySignIn(error: unknown): boolean {
  return renewable.has(toIdentityError(error).code);
}
