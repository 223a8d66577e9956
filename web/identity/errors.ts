/** Every error of an identity provider, independent of the provider. */
export const IDENTITY_ERROR_CODES = [
  // Verification mail.
  'too-many-requests',
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
  'network-request-failed',
  'user-disabled',
  'quota-exceeded',
  'email-already-in-use',
  // Test panel's diagnoses.
  'unauthorized-domain',
  'invalid-email',
  // Sign-in and sign-up.
  'wrong-credentials',
  'weak-password',
  'password-too-long',
  'common-password',
  'busy',
  // Sign-in with Google.
  'popup-blocked',
  'popup-closed',
  'google-not-configured',
  'google-refused',
  'google-failed',
  'account-exists',
  // Return links.
  'link-expired',
  'first-entry-used',
  'first-entry-expired',
  'wrong-account',
  // Verification mail, by the state of the user.
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

/** Returns the provider's error itself, or one with the code `unknown`. */
export function toIdentityError(error: unknown): IdentityError {
  return error instanceof IdentityError ? error : new IdentityError('unknown', { cause: error });
}
