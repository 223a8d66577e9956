import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { isPhone, tidyPhone, whatsappNumber, whatsappUrl } from './phones.ts';

describe('isPhone', () => {
  test.each([
    '12345678',
    '912345678',
    '+5612345678',
    '+56912345678',
    '+56 9 1234 5678',
    '+ 56 9 12 34 56 78',
    '9 1234 5678',
    ' 12 34 56 78 ',
  ])('accepts %j', (phone) => {
    expect(isPhone(phone)).toBe(true);
  });

  test.each([
    '',
    '1234567',
    '9123456789',
    '+56',
    '+561234567',
    '+569123456789',
    '56912345678',
    '+54912345678',
    '++56912345678',
    '9-1234-5678',
    '(9)12345678',
    '12345678a',
    '١٢٣٤٥٦٧٨',
  ])('refuses %j', (phone) => {
    expect(isPhone(phone)).toBe(false);
  });

  test('accepts exactly 8 and 9 digits, however they are spaced', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 14 });
    forAll(digits, fc.boolean(), fc.constantFrom('', ' ', '  '), (number, prefix, gap) => {
      const phone = [...(prefix ? '+56' : ''), ...number].join(gap);
      expect(isPhone(phone)).toBe(number.length === 8 || number.length === 9);
    });
  });
});

test.each([
  ['+56 9 1234 5678', '56912345678'],
  ['+56912345678', '56912345678'],
  ['56912345678', '56912345678'],
  ['912345678', '56912345678'],
  ['9 1234 5678', '56912345678'],
  ['12345678', '56912345678'],
  ['+56 1234 5678', '56912345678'],
  ['42 222 3344', '56422223344'],
  ['0056 9 1234 5678', '56912345678'],
  ['09-1234-5678', '56912345678'],
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
  ['９１２３４５６７８', '912345678'],
  ['＋５６\u3000９/1234/5678', '912345678'],
  ['(9) 1234-5678', '912345678'],
  ['9.1234.5678', '912345678'],
  ['56912345678', '912345678'],
  ['+56 9 1234 5678', '+56 9 1234 5678'],
  ['912345678', '912345678'],
  ['0056 9 1234 5678', '912345678'],
  ['00 56 9 1234 5678', '912345678'],
  ['+56-9-1234-5678', '912345678'],
  ['+56 09 1234 5678', '912345678'],
  ['(+56) 9 1234.5678', '912345678'],
  ['09 1234 5678', '912345678'],
  ['09-1234-5678', '912345678'],
  ['09 1234 567', '91234567'],
  ['042 222 3344', '422223344'],
  ['9\u20111234\u20135678', '912345678'],
  ['\u202a+56\u00a09\u20091234\u20095678\u202c', '912345678'],
  ['0091 912345678', '0091912345678'],
  ['0054 9 11 2345 6789', '005491123456789'],
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

test('every way to write a number is tidied to a valid one, once', () => {
  const national = fc.stringMatching(/^[1-9]\d{7,8}$/);
  const prefix = fc.constantFrom('', '0', '56', '+56', '0056', '+56 0', '(0)', '00 56 ');
  const gap = fc.constantFrom('', ' ', '-', '.', '\u2011', '\u2013', '\u00a0', '\u200b');
  forAll(national, prefix, gap, (digits, before, between) => {
    const tidy = tidyPhone(`${before}${[...digits].join(between)}`);
    expect(isPhone(tidy)).toBe(true);
    expect(tidy.replaceAll(/\D/g, '').endsWith(digits)).toBe(true);
    expect(tidyPhone(tidy)).toBe(tidy);
    expect(whatsappNumber(tidy)?.endsWith(digits)).toBe(true);
  });
});

test('a chat link contains the whole number and text, with any characters', () => {
  const url = new URL(whatsappUrl('+56 9 1234 5678', 'uno & dos\n¿tres? #4') ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56912345678');
  expect(url.searchParams.get('text')).toBe('uno & dos\n¿tres? #4');
  expect(whatsappUrl('no tengo', 'hola')).toBeNull();
});
