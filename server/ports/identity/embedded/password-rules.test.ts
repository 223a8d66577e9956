import { expect, test } from 'vitest';
import { isGuessable } from './password-rules.ts';

const ana = { email: 'ana.perez@correo.cl', shopName: 'Chapitas del Sur' };

test.each([
  'password',
  '12345678',
  'Password123',
  'P@ssw0rd',
  'qwertyuiop',
  'iloveyou',
  'Contraseña',
  'CONTRASEÑA123',
  'colocolo',
  'ana.perez@correo.cl',
  'ANA.PEREZ@CORREO.CL',
  'anaperez',
  'Ana.Pérez2026!',
  'chapitas del sur',
  'ChapitasDelSur1',
  'pines2026',
])('%s is among the first guesses', async (password) => {
  expect(await isGuessable(password, ana)).toBe(true);
});

test.each([
  'contraseña segura',
  'pines-de-prueba',
  'admin demo 2026',
  'mi perro se llama Copo',
  'ana y pedro 1987',
  '48213977',
  'ñ'.repeat(128),
  '😀😀😀😀',
])('%s is not', async (password) => {
  expect(await isGuessable(password, ana)).toBe(false);
});

test('of an e-mail without letters before the @ only the same digits are', async () => {
  const phone = { email: '948213977@correo.cl', shopName: '3' };
  expect(await isGuessable('948213977', phone)).toBe(true);
  expect(await isGuessable('73829104', phone)).toBe(false);
});
