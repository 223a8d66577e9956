import { expect, test } from 'vitest';
import { tidyPhone, whatsappNumber, whatsappUrl } from './phones.ts';

test.each([
  ['+56 9 1234 5678', '56912345678'],
  ['+56912345678', '56912345678'],
  ['56912345678', '56912345678'],
  ['912345678', '56912345678'],
  ['9 1234 5678', '56912345678'],
  ['12345678', '56912345678'],
  ['+56 1234 5678', '56912345678'],
  ['42 222 3344', '56422223344'],
  ['', null],
  ['hola', null],
  ['+1 555 123 4567', null],
  ['123', null],
  ['9123456789', null],
])('%s is written %s', (phone, written) => {
  expect(whatsappNumber(phone)).toBe(written);
});

test.each([
  ['9-1234-5678', '912345678'],
  ['(9) 1234-5678', '912345678'],
  ['9.1234.5678', '912345678'],
  ['56912345678', '912345678'],
  ['+56 9 1234 5678', '912345678'],
  ['912345678', '912345678'],
  ['5612345678', '12345678'],
  ['56123456', '56123456'],
  ['+1 555 123 4567', '+15551234567'],
  ['no tengo', 'no tengo'],
  ['mamá 912345678', 'mamá 912345678'],
  ['912345678 mamá', '912345678 mamá'],
  ['', ''],
])('the number %j is tidied to %j', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy);
});

test('a chat opens with the number and the text whole, whatever is in them', () => {
  const url = new URL(whatsappUrl('+56 9 1234 5678', 'uno & dos\n¿tres? #4') ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56912345678');
  expect(url.searchParams.get('text')).toBe('uno & dos\n¿tres? #4');
  expect(whatsappUrl('no tengo', 'hola')).toBeNull();
});
