import { afterEach, describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { createClient } from '#server/testing/client.ts';
import { freePort } from '#server/testing/free-port.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { anyDatabase, databases, openShop, type TestShop } from '#server/testing/shop.ts';

const TOKEN = 'la clave de quien mide';
let shop: TestShop;
afterEach(() => shop.close());

/** Returns one value of Prometheus's text, or undefined. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const readAs = async (authorization?: string) =>
  shop.fetch('/metrics', { headers: authorization ? { authorization } : {} });

describe.each(databases)('the metrics of a shop on %s', (kind) => {
  test('count orders, uploads, requests and jobs, and tell of database, disk and event loop', async () => {
    shop = await openShop(kind, { env: { METRICS_TOKEN: TOKEN } });
    const images = await addPictures(shop.context, 1);
    const order = makeOrder({ images });
    await shop.placeOrder(order, 'una vez');
    await shop.placeOrder(order, 'una vez');
    await shop.call('/api/orders/no-such-thing');
    const text = await (await readAs(`Bearer ${TOKEN}`)).text();
    expect(figure(text, 'pines_orders_total')).toBe(1);
    expect(figure(text, 'pines_uploads_total')).toBe(0);
    const orders =
      'http_request_duration_seconds_count{method="POST",route="/api/orders",status="201"}';
    expect(figure(text, orders)).toBe(2);
    expect(figure(text, 'pines_jobs{queue="general",state="waiting"}')).toBeGreaterThan(0);
    expect(figure(text, 'pines_jobs_oldest_seconds{queue="general"}')).toBeGreaterThanOrEqual(0);
    expect(figure(text, 'pines_database_up')).toBe(1);
    expect(figure(text, 'pines_database_connections{state="waiting"}')).toBe(0);
    expect(figure(text, 'pines_disk_free_bytes')).toBeGreaterThan(0);
    expect(figure(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(text).not.toContain('no-such-thing');
  });

  test('go on without a database, and say so', async () => {
    shop = await openShop(kind, { env: { METRICS_TOKEN: TOKEN } });
    await shop.context.db.close();
    const text = await (await readAs(`Bearer ${TOKEN}`)).text();
    expect(figure(text, 'pines_database_up')).toBe(0);
    expect(figure(text, 'pines_disk_size_bytes')).toBeGreaterThan(0);
    expect(text).not.toContain('pines_jobs{');
  });
});

describe.each(anyDatabase)('metrics on %s', (kind) => {
  test('require the token', async () => {
    shop = await openShop(kind, { env: { METRICS_TOKEN: TOKEN } });
    for (const wrong of [
      undefined,
      'Bearer',
      'Bearer x',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN} `.trim().slice(0, -1),
    ]) {
      const answer = await readAs(wrong);
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    }
  });

  test('are off by default', async () => {
    shop = await openShop(kind);
    expect(await (await readAs(`Bearer ${TOKEN}`)).text()).not.toContain('pines_');
  });

  test('have a separate port if configured, which also requires the token', async () => {
    const port = await freePort();
    shop = await openShop(kind, { env: { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN } });
    const own = createClient(() => `http://127.0.0.1:${port}`);
    expect((await own.fetch('/metrics')).status).toBe(401);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await own.fetch('/metrics', { headers });
    expect(figure(await answer.text(), 'pines_database_up')).toBe(1);
    expect((await own.fetch('/api/verify')).status).toBe(404);
    expect(await (await readAs(`Bearer ${TOKEN}`)).text()).not.toContain('pines_');
  });
});
