import { expect, test } from 'vitest';
import { whatsappNumber } from './phones.ts';

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
])('%s is written %s', (phone, written) => {
  expect(whatsappNumber(phone)).toBe(written);
});
