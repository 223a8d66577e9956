import { expect, test } from 'vitest';
import { readReturnLink } from './overlays.ts';

const read = (address: string) => readReturnLink(new URL(address, 'https://pines.cl'));

test('the ordinary address wants nothing', () => {
  expect(read('/')).toBeNull();
  expect(read('/?utm_source=x#titulo')).toBeNull();
  expect(read('/?token=x')).toBeNull();
  expect(read('/?error=INVALID_TOKEN')).toBeNull();
});

test.each([
  ['/?emailVerified=true', { name: 'verified' }],
  ['/email-verified', { name: 'verified' }],
  ['/?emailVerified=true&error=TOKEN_EXPIRED', { name: 'verificationExpired' }],
  ['/email-verified?error=INVALID_TOKEN', { name: 'verificationExpired' }],
  ['/?error=SIGN_IN_TO_VERIFY#verify-email=a.b.c', { name: 'verify', token: 'a.b.c' }],
  ['/?resetPassword=true&token=abc', { name: 'reset', token: 'abc' }],
  ['/?resetPassword=true&error=INVALID_TOKEN', { name: 'resetExpired' }],
  ['/?resetPassword=true&error=FIRST_ENTRY_USED', { name: 'firstEntryEnded', isUsed: true }],
  ['/?resetPassword=true&error=FIRST_ENTRY_EXPIRED', { name: 'firstEntryEnded', isUsed: false }],
  ['/?resetPassword=true', { name: 'resetExpired' }],
  ['/#recuperar-cuenta', { name: 'recover' }],
  ['/#pedido=tok-en', { name: 'order', token: 'tok-en' }],
  ['/?repetir=7K4MQ-X2TBA', { name: 'order', token: 'repetir-7K4MQ-X2TBA' }],
])('%s is understood', (address, link) => {
  expect(read(address)).toEqual(link);
});
