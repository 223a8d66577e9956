import type { IdentityErrorCode } from '../errors.ts';

/** What the shop's server says no with on calls about accounts, in the port's terms. */
const codes: ReadonlyMap<string, IdentityErrorCode> = new Map(
  Object.entries({
    too_many_requests: 'too-many-requests',
    UNAUTHORIZED: 'user-token-expired',
    unauthenticated: 'invalid-user-token',
    INVALID_USER: 'wrong-account',
    USER_NOT_FOUND: 'user-not-found',
    USER_DISABLED: 'user-disabled',
    account_disabled: 'user-disabled',
    busy: 'busy',
    unavailable: 'network-request-failed',
    USER_ALREADY_EXISTS: 'email-already-in-use',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
    // Another sign-up with the same e-mail was quicker by a moment.
    FAILED_TO_CREATE_USER: 'email-already-in-use',
    EMAIL_ALREADY_VERIFIED: 'already-verified',
    INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
    INVALID_PASSWORD: 'wrong-credentials',
    PASSWORD_TOO_SHORT: 'weak-password',
    PASSWORD_TOO_LONG: 'password-too-long',
    PASSWORD_TOO_COMMON: 'common-password',
    INVALID_CALLBACK_URL: 'unauthorized-domain',
    INVALID_REDIRECT_URL: 'unauthorized-domain',
    INVALID_ORIGIN: 'unauthorized-domain',
    INVALID_EMAIL: 'invalid-email',
    VALIDATION_ERROR: 'invalid-email',
    INVALID_TOKEN: 'link-expired',
    TOKEN_EXPIRED: 'link-expired',
    PROVIDER_NOT_FOUND: 'google-not-configured',
    // Of Google's window.
    access_denied: 'popup-closed',
    email_not_verified: 'google-refused',
    user_disabled: 'user-disabled',
    account_not_linked: 'account-exists',
  } satisfies Record<string, IdentityErrorCode>),
);

/** Translates the provider's code; what has no known one is told by the answer's `status`. */
export function toIdentityCode(code: unknown, status: number): IdentityErrorCode {
  const known = typeof code === 'string' ? codes.get(code) : undefined;
  if (known) return known;
  if (status === 429) return 'too-many-requests';
  if (status === 502 || status === 503 || status === 504) return 'network-request-failed';
  return 'unknown';
}
