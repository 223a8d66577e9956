import { expect, test } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { describeIdentityError, isMendedBySignIn } from './describe-error.ts';
import { IdentityError } from './errors.ts';
import { identityMessages } from './messages.ts';

test('every code has a text of its own', () => {
  const texts = Object.values(identityMessages);
  expect(new Set(texts).size).toBe(texts.length);
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
  const mended = keysOf(identityMessages).filter((code) =>
    isMendedBySignIn(new IdentityError(code)),
  );
  expect(mended).toEqual(['user-token-expired', 'invalid-user-token', 'user-not-found']);
});
