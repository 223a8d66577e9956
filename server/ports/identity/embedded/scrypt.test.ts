import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { findRows } from '#server/testing/rows.ts';
import { someOf } from '#server/testing/seed.ts';
import { openShop } from '#server/testing/shop.ts';
import { hashPassword, verifyPassword } from './scrypt.ts';

useHashing(await vi.importActual<typeof import('./scrypt.ts')>('./scrypt.ts'));

type Sample = { password: string; hash: string };

test('hashes of better-auth 1.7.7 are verified, in any Unicode form of the password', async () => {
  const path = join(import.meta.dirname, 'better-auth-hashes.json');
  const samples: Sample[] = JSON.parse(await readFile(path, 'utf8'));
  expect(samples.filter(({ password }) => password.normalize('NFKC') !== password)).toHaveLength(3);
  for (const { password, hash } of someOf(samples, 3)) {
    expect(await verifyPassword({ hash, password })).toBe(true);
    expect(await verifyPassword({ hash, password: password.normalize('NFKD') })).toBe(true);
    expect(await verifyPassword({ hash, password: `${password}!` })).toBe(false);
  }
});

test('a hash is salted, and verifies its password alone', async () => {
  const hash = await hashPassword('una contraseña');
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await hashPassword('una contraseña')).not.toBe(hash);
  expect(await verifyPassword({ hash, password: 'una contraseña' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'una contrasena' })).toBe(false);
});

test.each(['', ':', 'salt', 'salt:', `salt:${'0'.repeat(126)}`, ':00'])(
  'nothing is the password of the broken hash %j',
  async (hash) => {
    expect(await verifyPassword({ hash, password: '' })).toBe(false);
  },
);

test('a password is stored as a salted scrypt hash, and signs in', async () => {
  const shop = await openShop('sqlite');
  for (const email of ['ana@correo.cl', 'eva@correo.cl']) await openBrowser(shop).signUp(email);
  const rows = await findRows(shop.context, 'identity_accounts');
  const hashes = rows.map(({ password }) => password);
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect((await openBrowser(shop).signIn('ana@correo.cl')).status).toBe(200);
  await shop.close();
});
