import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount } from '../../../testing/accounts.ts';
import { breakDatabase } from '../../../testing/break-database.ts';
import { databases, openShop, type TestShop } from '../../../testing/shop.ts';

describe.each(databases)('with the database away, on %s', (kind) => {
  let shop: TestShop;
  let database: ReturnType<typeof breakDatabase>;
  beforeAll(async () => {
    shop = await openShop(kind);
    database = breakDatabase(shop.context);
  });
  afterAll(() => shop.close());

  test.each<[string, unknown]>([
    ['/token', undefined],
    ['/get-session', undefined],
    ['/sign-out', {}],
  ])('%s says 503 in Spanish, and nobody is signed out by it', async (path, body) => {
    const browser = await openAccount(shop, `${path.slice(1)}@correo.cl`);
    database.away();
    const answer = await browser.ask(path, body);
    database.back();
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(answer.body?.message).toMatch(/^El servicio no está disponible/);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(answer.setCookies).toEqual([]);
    expect(await browser.token()).not.toBeNull();
  });
});
