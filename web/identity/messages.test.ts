import { expect, test } from 'vitest';
import { IDENTITY_ERROR_CODES, IdentityError } from './errors.ts';
import { describeIdentityError, identityMessages, isMendedBySignIn } from './messages.ts';

test('every code has a text of its own', () => {
  const texts = IDENTITY_ERROR_CODES.map((code) => identityMessages[code]);
  expect(new Set(texts).size).toBe(IDENTITY_ERROR_CODES.length);
  expect(texts.every((text) => text.length > 5)).toBe(true);
});

test('the quoted texts are letter for letter', () => {
  expect(identityMessages['no-user']).toBe('Error: No hay usuario autenticado');
  expect(identityMessages['already-verified']).toBe('Tu email ya esta verificado');
  expect(identityMessages['google-user']).toBe(
    'Los usuarios de Google no necesitan verificacion de email adicional',
  );
  expect(describeIdentityError(new Error('whatever'))).toBe('Error desconocido');
});

test('logging out and in again is offered for exactly what it mends', () => {
  const mended = IDENTITY_ERROR_CODES.filter((code) => isMendedBySignIn(new IdentityError(code)));
  expect(mended).toEqual(['user-token-expired', 'invalid-user-token', 'user-not-found']);
});
