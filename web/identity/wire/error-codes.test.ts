import { expect, test } from 'vitest';
import { toIdentityCode } from './wire.ts';

test.each([
  [429, 'too_many_requests', 'too-many-requests'],
  [401, 'UNAUTHORIZED', 'user-token-expired'],
  [401, 'unauthenticated', 'invalid-user-token'],
  [400, 'USER_NOT_FOUND', 'user-not-found'],
  [403, 'USER_DISABLED', 'user-disabled'],
  [403, 'account_disabled', 'user-disabled'],
  [503, 'unavailable', 'network-request-failed'],
  [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'email-already-in-use'],
  [422, 'FAILED_TO_CREATE_USER', 'email-already-in-use'],
  [401, 'INVALID_EMAIL_OR_PASSWORD', 'wrong-credentials'],
  [400, 'PASSWORD_TOO_SHORT', 'weak-password'],
  [400, 'PASSWORD_TOO_COMMON', 'common-password'],
  [503, 'busy', 'busy'],
  [403, 'INVALID_CALLBACK_URL', 'unauthorized-domain'],
  [400, 'INVALID_TOKEN', 'link-expired'],
  [404, 'PROVIDER_NOT_FOUND', 'google-not-configured'],
  [400, 'email_not_verified', 'google-refused'],
  [400, 'account_not_linked', 'account-exists'],
  [429, undefined, 'too-many-requests'],
  [502, undefined, 'network-request-failed'],
  [500, 'toString', 'unknown'],
  [400, 42, 'unknown'],
])('status %i with code %s is %s', (status, code, expected) => {
  expect(toIdentityCode(code, status)).toBe(expected);
});
