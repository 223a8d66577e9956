import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openShop, type TestShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

describe.each(databases)('the health of a shop on %s', (kind) => {
  const shop = useShop(kind);

  test.each(['/health', '/api/health'])('is fine at %s', async (path) => {
    const { status, body } = await shop.call(path);
    expect([status, body]).toEqual([
      200,
      { success: true, status: 'ok', database: kind, uptimeSeconds: expect.any(Number) },
    ]);
  });

  test('is told by the diagnostic calls', async () => {
    expect((await shop.call('/api/verify')).body).toMatchObject({ success: true });
    expect((await shop.call('/api/verify/test-db')).body).toMatchObject({ database: kind });
    const origin = 'https://otra.cl';
    const answer = await shop.call('/api/cors-test', { headers: { origin } });
    expect(answer.body).toMatchObject({ success: true, origin });
    expect((await shop.call('/api/cors-test')).body.origin).toBeNull();
  });
});

describe.each(databases)('a database that does not answer on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
    await shop.context.db.close();
  });
  afterAll(() => shop.close().catch(() => undefined));

  test.each(['/health', '/api/health', '/api/verify/test-db'])('makes %s a 503', async (path) => {
    const { status, body, headers } = await shop.call(path);
    expect([status, body.code, body.message]).toEqual([
      503,
      'unavailable',
      'La base de datos no responde',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('leaves the page and its settings served', async () => {
    expect((await shop.fetch('/')).status).toBe(200);
    expect((await shop.call('/api/config')).status).toBe(200);
  });

  test('makes an error response that reveals nothing but its request id', async () => {
    const { status, body, headers } = await shop.call('/api/discount-codes/validate', {
      json: { code: 'A', orderTotal: 1 },
    });
    expect([500, 503]).toContain(status);
    expect(body).toEqual({
      success: false,
      code: body.code,
      message: body.message,
      requestId: headers.get('x-request-id'),
    });
    expect(JSON.stringify(body)).not.toMatch(/destroyed|driver|pool|sqlite|select/i);
  });
});

test('a database that hangs makes /health a 503 within seconds', async () => {
  const shop = await openShop('sqlite');
  const { db } = shop.context;
  db.ping = () => new Promise(() => undefined);
  const start = performance.now();
  expect((await shop.call('/health')).status).toBe(503);
  expect(performance.now() - start).toBeLessThan(5000);
  await shop.close();
});
