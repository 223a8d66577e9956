import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, type ShopClient } from '#server/testing/client.ts';
import { anyDatabase, askPostgres, type Home } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makePhonePhoto } from '#server/testing/pictures.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';

describe.each(anyDatabase)('the log on %s', (kind) => {
  let home: Home;
  let shop: ShopProcess;
  let client: ShopClient;
  beforeAll(async () => {
    home = await createHome(kind, { hasSchema: true });
    shop = spawnShop({ ...home.env, LOG_LEVEL: 'trace' });
    const address = await shop.ready();
    client = createClient(() => address);
  });
  afterAll(async () => {
    await shop.kill();
    await home.remove();
  });

  test('names routes by their patterns and contains no personal data, even after errors', async () => {
    const images = await client.uploadMany(1);
    await client.upload(await makePhonePhoto(), { name: 'IMG-Rosa.jpg' });
    const delivery = { fullName: 'Rosa Secreta', email: 'rosa@secreta.cl', phone: '987654321' };
    const body = makeOrder({ images, delivery: { ...delivery, address: 'Pasaje Oculto 7' } });
    const order = placed(await client.placeOrder(body, 'llave-secreta'));
    const headers = { authorization: 'Bearer abc.token-secreto.def', cookie: 'x=galleta-secreta' };
    await client.call('/api/auth/profile', { headers });
    await client.call('/api/orders?q=rosa@secreta.cl&token=token-secreto', { headers });
    await client.placeOrder({ ...body, images: [] }, 'llave-secreta');
    await client.call('/api/nope/rosa@secreta.cl');
    await client.call('/api/%E0%A4%A/rosa@secreta.cl');
    await client.fetch(images[0] ?? '');
    await client.call('/api/orders', {
      raw: '{"x":"Rosa Secreta"',
      headers: { 'content-type': 'application/json' },
    });

    await vi.waitFor(() => {
      const routes = shop
        .logLines()
        .flatMap(({ msg, route }) => (msg === 'answered' ? [route] : []));
      expect(routes).toEqual(expect.arrayContaining(['/api/upload', '/api/orders', '/files/:key']));
    }, 5000);
    expect(shop.logLines().find((line) => line.order === order.id)).toMatchObject({
      msg: 'order placed',
    });
    expect(shop.output() + shop.errors()).not.toMatch(
      /secret[ao]|rosa|Oculto|987654321|127\.0\.0\.1(?!:)|\/files\/[\w-]{24}/i,
    );
  });

  test('has each request with its id, and a failure with its cause but not its data', async () => {
    const images = await client.uploadMany(1);
    await breakOrders();
    const delivery = { fullName: 'Rosa Secreta', address: 'Pasaje Oculto 7' };
    const { status, headers } = await client.placeOrder(makeOrder({ images, delivery }));
    expect(status).toBe(500);
    const failure = await vi.waitFor(() => {
      const found = shop.logLines().find(({ msg }) => msg === 'failed');
      expect(found).toMatchObject({ level: 50, reqId: headers.get('x-request-id') });
      return found;
    }, 5000);
    expect(JSON.stringify(failure)).toMatch(/constraint.*broken.*stack/);
    expect(shop.output()).not.toMatch(/Secreta|Oculto/);
  });

  /** Adds a constraint by which the database rejects every order. */
  async function breakOrders(): Promise<void> {
    const url = home.env.DATABASE_URL;
    if (url) {
      await askPostgres(
        url,
        'alter table orders add constraint broken check (version > 1) not valid',
      );
      return;
    }
    const { default: Sqlite } = await import('better-sqlite3');
    const database = new Sqlite(`${home.dataDir}/shop.sqlite`);
    database.exec(
      "create trigger broken before insert on orders begin select raise(abort, 'CHECK constraint failed: broken'); end",
    );
    database.close();
  }
});
