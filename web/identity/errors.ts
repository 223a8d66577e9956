/** Every way in which an identity provider says no, whichever provider it is. */
export const IDENTITY_ERROR_CODES = [
  // Of the verification mail.
  'too-many-requests',
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
  'network-request-failed',
  'user-disabled',
  'quota-exceeded',
  'email-already-in-use',
  // Of the test panel's diagnoses.
  'unauthorized-domain',
  'invalid-email',
  // Of signing in and up.
  'wrong-credentials',
  'weak-password',
  'password-too-long',
  'common-password',
  'busy',
  // Of the Google account option.
  'popup-blocked',
  'popup-closed',
  'google-not-configured',
  'google-refused',
  'google-failed',
  'account-exists',
  // Of return links.
  'link-expired',
  'wrong-account',
  // Of the verification mail, by the state of the user.
  'no-user',
  'already-verified',
  'google-user',
  'unknown',
] as const;

export type IdentityErrorCode = (typeof IDENTITY_ERROR_CODES)[number];

export class IdentityError extends Error {
  readonly code: IdentityErrorCode;

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** @returns the error itself when it is the provider's, else one of the code `unknown` */
export function toIdentityError(error: unknown): IdentityError {
  return error instanceof IdentityError ? error : new IdentityError('unknown', { cause: error });
}
