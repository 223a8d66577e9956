import { expect, test, vi } from 'vitest';
import { openBrowser } from '../../../testing/accounts.ts';
import { openShop } from '../../../testing/shop.ts';

vi.unmock('./scrypt.ts');

test('a password is kept as a salted scrypt hash, and opens its account', async () => {
  const shop = await openShop('sqlite');
  for (const email of ['ana@correo.cl', 'eva@correo.cl']) await openBrowser(shop).signUp(email);
  const rows = await shop.context.db.queries
    .selectFrom('identity_accounts')
    .select('password')
    .execute();
  const hashes = rows.map(({ password }) => password);
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect((await openBrowser(shop).signIn('ana@correo.cl')).status).toBe(200);
  await shop.close();
});
