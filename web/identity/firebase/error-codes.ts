import { IdentityError, toIdentityError } from '../errors.ts';
import type { IdentityErrorCode } from '../messages.ts';

/** Firebase's codes, without `auth/`, in the port's terms; all others are configuration errors. */
const codes: ReadonlyMap<string, IdentityErrorCode> = new Map(
  Object.entries({
    'too-many-requests': 'too-many-requests',
    'user-token-expired': 'user-token-expired',
    'requires-recent-login': 'user-token-expired',
    'user-signed-out': 'user-token-expired',
    'invalid-user-token': 'invalid-user-token',
    'user-mismatch': 'invalid-user-token',
    'user-not-found': 'user-not-found',
    'user-disabled': 'user-disabled',
    'network-request-failed': 'network-request-failed',
    timeout: 'network-request-failed',
    'quota-exceeded': 'quota-exceeded',
    'email-already-in-use': 'email-already-in-use',
    'unauthorized-domain': 'unauthorized-domain',
    'unauthorized-continue-uri': 'unauthorized-domain',
    'invalid-continue-uri': 'unauthorized-domain',
    'missing-continue-uri': 'unauthorized-domain',
    'app-not-authorized': 'unauthorized-domain',
    'invalid-email': 'invalid-email',
    'invalid-recipient-email': 'invalid-email',
    'missing-email': 'invalid-email',
    'wrong-password': 'wrong-credentials',
    'invalid-credential': 'wrong-credentials',
    'invalid-login-credentials': 'wrong-credentials',
    'missing-password': 'wrong-credentials',
    'weak-password': 'weak-password',
    'password-does-not-meet-requirements': 'weak-password',
    'expired-action-code': 'link-expired',
    'invalid-action-code': 'link-expired',
    'null-user': 'no-user',
    'no-current-user': 'no-user',
    // Google's window.
    'popup-blocked': 'popup-blocked',
    'popup-closed-by-user': 'popup-closed',
    'cancelled-popup-request': 'popup-closed',
    'user-cancelled': 'popup-closed',
    'operation-not-allowed': 'google-not-configured',
    'account-exists-with-different-credential': 'account-exists',
    'credential-already-in-use': 'account-exists',
    'unverified-email': 'google-refused',
    'rejected-credential': 'google-refused',
  } satisfies Record<string, IdentityErrorCode>),
);

/** Returns Firebase's error in the port's terms. */
export function readFirebaseError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const name = error instanceof Error && 'code' in error ? String(error.code) : '';
  const code = codes.get(name.replace(/^auth\//, ''));
  return code ? new IdentityError(code, { cause: error }) : toIdentityError(error);
}

/** Hides which e-mails have an account from a client that tries passwords. */
export function readSignInError(error: unknown): IdentityError {
  const known = readFirebaseError(error);
  if (known.code !== 'user-not-found') return known;
  return new IdentityError('wrong-credentials', { cause: error });
}

/** Returns an unspecific error of Google's window as an error of Google. */
export function readPopupError(error: unknown): IdentityError {
  const known = readFirebaseError(error);
  return known.code === 'unknown' || known.code === 'wrong-credentials'
    ? new IdentityError('google-failed', { cause: error })
    : known;
}
