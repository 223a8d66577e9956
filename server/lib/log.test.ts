import { describe, expect, test, vi } from 'vitest';
import { anyDatabase, askPostgres } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makePhonePhoto } from '#server/testing/pictures.ts';
import { useShopProcess } from '#server/testing/use-home.ts';

describe.each(anyDatabase)('the log on %s', (kind) => {
  const shop = useShopProcess(kind, { LOG_LEVEL: 'trace' });

  test('names routes by their patterns and contains no personal data, even after errors', async () => {
    const images = await shop.uploadMany(1);
    await shop.upload(await makePhonePhoto(), { name: 'IMG-Rosa.jpg' });
    const delivery = { fullName: 'Rosa Secreta', email: 'rosa@secreta.cl', phone: '987654321' };
    const body = makeOrder({ images, delivery: { ...delivery, address: 'Pasaje Oculto 7' } });
    const order = placed(await shop.placeOrder(body, 'llave-secreta'));
    const headers = { authorization: 'Bearer abc.token-secreto.def', cookie: 'x=galleta-secreta' };
    await shop.call('/api/auth/profile', { headers });
    await shop.call('/api/orders?q=rosa@secreta.cl&token=token-secreto', { headers });
    await shop.placeOrder({ ...body, images: [] }, 'llave-secreta');
    await shop.call('/api/nope/rosa@secreta.cl');
    await shop.call('/api/%E0%A4%A/rosa@secreta.cl');
    await shop.fetch(images[0] ?? '');
    await shop.call('/api/orders', {
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
    const images = await shop.uploadMany(1);
    await breakOrders();
    const delivery = { fullName: 'Rosa Secreta', address: 'Pasaje Oculto 7' };
    const { status, headers } = await shop.placeOrder(makeOrder({ images, delivery }));
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
    const url = shop.home.env.DATABASE_URL;
    if (url) {
      await askPostgres(
        url,
        'alter table orders add constraint broken check (version > 1) not valid',
      );
      return;
    }
    const { default: Sqlite } = await import('better-sqlite3');
    const database = new Sqlite(`${shop.home.dataDir}/shop.sqlite`);
    database.exec(
      "create trigger broken before insert on orders begin select raise(abort, 'CHECK constraint failed: broken'); end",
    );
    database.close();
  }
});
