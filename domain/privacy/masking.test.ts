import { describe, expect, test } from 'vitest';
import { maskAddress, maskEmail, maskName, maskPhone } from './masking.ts';

describe('a name shows the first name and one initial', () => {
  test.each([
    ['Rosa Pérez', 'Rosa P.'],
    ['  Rosa   María Pérez Soto ', 'Rosa M.'],
    ['Rosa', 'Rosa'],
    ['José Ñuñez', 'José Ñ.'],
    ['Ana 😀 Soto', 'Ana 😀.'],
    ['', ''],
  ])('%s', (name, shown) => {
    expect(maskName(name)).toBe(shown);
  });
});

describe('a telephone number shows its last three digits', () => {
  test.each([
    ['+56 9 1234 5678', '••• 678'],
    ['912345678', '••• 678'],
    ['12345678', '••• 678'],
    ['12345', '•••'],
    ['', '•••'],
  ])('%s', (phone, shown) => {
    expect(maskPhone(phone)).toBe(shown);
  });
});

describe('an e-mail shows its first letter and its domain', () => {
  test.each([
    ['rosa@correo.cl', 'r•••@correo.cl'],
    ['r@correo.cl', 'r•••@correo.cl'],
    ['ñandu@correo.cl', 'ñ•••@correo.cl'],
    ['rosa', '•••'],
    ['@correo.cl', '•••'],
  ])('%s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown);
  });
});

test.each([
  ['Av. Libertad 123', '•••'],
  ['Casa 1', '•••'],
  ['  ', ''],
])('an address shows no letter: %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
