import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openAccount } from '../../../testing/accounts.ts';
import { anyDatabase, openShop, type TestShop } from '../../../testing/shop.ts';

const faults = vi.hoisted((): { left: number } => ({ left: 0 }));

vi.mock('./auth.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('./auth.ts')>();
  return {
    ...real,
    createAuth: (...given: Parameters<typeof real.createAuth>) => {
      faults.left -= 1;
      if (faults.left >= 0) throw new Error('EMFILE: too many open files');
      return real.createAuth(...given);
    },
  };
});

describe.each(anyDatabase)('what sign-in loads late, on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
  });
  afterAll(() => shop.close());

  test('is loaded anew after it could not be loaded', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
    faults.left = 1;
    expect((await browser.ask('/token')).status).toBe(500);
    expect((await browser.ask('/token')).status).toBe(200);
  });
});
