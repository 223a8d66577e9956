import { expect, test } from 'vitest';
import { isRut, rutKey } from './rut.ts';

test.each([
  '12.345.678-5',
  '12345678-5',
  '76.192.083-9',
  '1.000.005-K',
  '1000005-k',
  '7.775.001-0',
  ' 12.345.678-5 ',
])('%s is a RUT', (text) => {
  expect(isRut(text)).toBe(true);
});

test.each([
  '12.345.678-4',
  '12345678',
  '12.345.678-55',
  '',
  'x',
  '1.23.456-7',
  '76.192.083-K',
  'RUT 12.345.678-5',
])('%s is none', (text) => {
  expect(isRut(text)).toBe(false);
});

test.each([
  '12.345.678-5',
  '12345678-5',
  '012345678-5',
  '123456785',
  '12 345 678–5',
  '12.345.678−5\u200b',
])('%s has one spelling', (text) => {
  expect(rutKey(text)).toBe('12345678-5');
});

test.each(['12345678-4', '', '5', '1234567890123'])('%s has none', (text) => {
  expect(rutKey(text)).toBeNull();
});
