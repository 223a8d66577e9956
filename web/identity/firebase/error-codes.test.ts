import { AuthErrorCodes } from '@firebase/auth';
import { expect, test } from 'vitest';
import { describeIdentityError } from '../describe-error.ts';
import { readFirebaseError, readPopupError, readSignInError } from './error-codes.ts';

const failure = (code: string) => Object.assign(new Error('Firebase'), { code: `auth/${code}` });

test.each([
  // Verification mail (docs/behaviour.md, section 6).
  ['too-many-requests', 'too-many-requests'],
  ['user-token-expired', 'user-token-expired'],
  ['invalid-user-token', 'invalid-user-token'],
  ['user-not-found', 'user-not-found'],
  ['network-request-failed', 'network-request-failed'],
  ['user-disabled', 'user-disabled'],
  ['quota-exceeded', 'quota-exceeded'],
  ['email-already-in-use', 'email-already-in-use'],
  // Test panel.
  ['unauthorized-domain', 'unauthorized-domain'],
  ['unauthorized-continue-uri', 'unauthorized-domain'],
  ['invalid-email', 'invalid-email'],
  ['null-user', 'no-user'],
  ['weak-password', 'weak-password'],
  ['password-does-not-meet-requirements', 'weak-password'],
  ['expired-action-code', 'link-expired'],
  ['invalid-action-code', 'link-expired'],
  ['popup-blocked', 'popup-blocked'],
  ['popup-closed-by-user', 'popup-closed'],
  ['cancelled-popup-request', 'popup-closed'],
  ['operation-not-allowed', 'google-not-configured'],
  ['account-exists-with-different-credential', 'account-exists'],
  ['toString', 'unknown'],
])('auth/%s is %s', (code, expected) => {
  expect(readFirebaseError(failure(code)).code).toBe(expected);
});

test('the texts that only Firebase makes reachable are said', () => {
  expect(describeIdentityError(readFirebaseError(failure('quota-exceeded')))).toBe(
    'Por ahora no podemos enviar más correos. Intenta de nuevo más tarde.',
  );
  expect(describeIdentityError(readFirebaseError(failure('no-current-user')))).toBe(
    'Error: No hay usuario autenticado',
  );
});

test('a client that tries passwords does not learn which e-mails have an account', () => {
  const codes = [
    'user-not-found',
    'wrong-password',
    'invalid-credential',
    'invalid-login-credentials',
  ];
  const texts = codes.map((code) => describeIdentityError(readSignInError(failure(code))));
  expect(new Set(texts)).toEqual(new Set(['El email o la contraseña no son correctos.']));
  expect(readSignInError(failure('user-disabled')).code).toBe('user-disabled');
});

test('what Google’s window fails with is never a wrong password', () => {
  expect(readPopupError(failure('invalid-credential')).code).toBe('google-failed');
  expect(readPopupError(failure('internal-error')).code).toBe('google-failed');
  expect(readPopupError(failure('popup-blocked')).code).toBe('popup-blocked');
});

/** Errors of unsupported sign-in methods, of our own mistakes, and of a misconfigured project. */
const unforeseen = `admin-restricted-operation argument-error app-not-installed captcha-check-failed
  code-expired cordova-not-ready cors-unsupported custom-token-mismatch
  dependent-sdk-initialized-before-auth dynamic-link-not-activated email-change-needs-verification
  emulator-config-failed internal-error invalid-api-key invalid-app-credential invalid-app-id
  invalid-auth-event invalid-cert-hash invalid-verification-code invalid-cordova-configuration
  invalid-custom-token invalid-dynamic-link-domain invalid-emulator-scheme invalid-message-payload
  invalid-multi-factor-session invalid-oauth-client-id invalid-oauth-provider
  invalid-persistence-type invalid-phone-number invalid-provider-id invalid-sender
  invalid-verification-id invalid-tenant-id multi-factor-info-not-found multi-factor-auth-required
  missing-android-pkg-name missing-app-credential auth-domain-config-required
  missing-verification-code missing-iframe-start missing-ios-bundle-id missing-or-invalid-nonce
  missing-multi-factor-info missing-multi-factor-session missing-phone-number
  missing-verification-id app-deleted no-auth-event no-such-provider
  operation-not-supported-in-this-environment provider-already-linked redirect-cancelled-by-user
  redirect-operation-pending second-factor-already-in-use maximum-second-factor-count-exceeded
  tenant-id-mismatch unsupported-first-factor unsupported-persistence-type
  unsupported-tenant-operation web-storage-unsupported already-initialized recaptcha-not-enabled
  missing-recaptcha-token invalid-recaptcha-token invalid-recaptcha-action missing-client-type
  missing-recaptcha-version invalid-recaptcha-version invalid-req-type
  invalid-hosting-link-domain`.split(/\s+/);

test('every code of Firebase has a text of ours, or is listed here as one that users cannot solve', () => {
  const unknown = Object.values(AuthErrorCodes)
    .map((code) => code.replace('auth/', ''))
    .filter((code) => readFirebaseError(failure(code)).code === 'unknown');
  expect([...new Set(unknown)].sort()).toEqual([...unforeseen].sort());
});
