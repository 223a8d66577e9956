import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { guardAdminRoutes } from './routes.ts';

describe.each(anyDatabase)('the admin scope on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  test('answers not_found only to admins', async () => {
    for (const path of ['/nada', '/orders/X/Y/Z', '/dashboard/x']) {
      expect((await adminShop.shop.call(`/api/admin${path}`)).status).toBe(401);
      expect((await adminShop.ask(path)).status).toBe(404);
    }
  });

  test('keeps answers out of caches', async () => {
    expect((await adminShop.ask('/check')).headers.get('cache-control')).toBe('no-store');
  });
});

test('a route without the check keeps the shop from starting', () => {
  const app = Fastify();
  guardAdminRoutes(app);
  const answer = async () => 'secret';
  expect(() => app.get('/api/admin/hole', answer)).toThrow(/not for admins alone/);
  expect(() => app.get('/api/admin', { config: { auth: 'bearer' } }, answer)).toThrow();
  expect(() => app.get('/api/administrators', answer)).not.toThrow();
});
