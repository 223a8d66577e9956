import type { IdentityErrorCode } from './messages.ts';

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
