import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { guardAdminRoutes } from './routes.ts';

type Call = { method: string; url: string };

describe.each(anyDatabase)('the admin scope on %s', (kind) => {
  let adminShop: AdminShop;
  let calls: Call[];
  beforeAll(async () => {
    adminShop = await openAdminShop(kind, {
      env: { ADMIN_EMAILS: `${ADMIN_EMAIL},nueva@pines.cl` },
    });
    calls = adminShop.shop
      .routes()
      .filter(({ url }) => /^\/api\/admin(\/|$)/.test(url))
      .filter(({ method }) => !['HEAD', 'OPTIONS', 'TRACE', 'CONNECT'].includes(method))
      .filter(({ method }) => /^[A-Z]+$/.test(method))
      .map(({ method, url }) => ({ method, url: url.replace('*', 'nada').replace(/:\w+/g, 'X') }));
  });
  afterAll(() => adminShop.shop.close());

  /** Calls every admin route with this token; returns those with a result other than expected. */
  async function others(expected: string, bearer?: string): Promise<string[]> {
    const found: string[] = [];
    for (const { method, url } of calls) {
      const { status, body } = await adminShop.shop.call(url, {
        method,
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      });
      const result = `${status} ${body.code}`;
      if (result !== expected) found.push(`${method} ${url}: ${result}`);
    }
    return found;
  }

  test('has every call of the contract', () => {
    const known = calls.map(({ method, url }) => `${method} ${url.replace('/api/admin', '')}`);
    expect(known).toEqual(
      expect.arrayContaining([
        'GET ',
        'GET /check',
        'GET /dashboard',
        'GET /dashboard/main',
        'GET /dashboard/activity',
        'GET /dashboard/metrics',
        'GET /settings',
        'GET /orders',
        'GET /orders/stats',
        'GET /orders/export.csv',
        'GET /orders/X',
        'GET /orders/X/pictures.zip',
        'GET /orders/X/pictures/X',
        'PATCH /orders/X/status',
        'PATCH /orders/X/notes',
        'DELETE /orders/X',
        'GET /discounts/',
        'POST /discounts/',
        'GET /discounts/stats',
        'PATCH /discounts/X/toggle',
        'DELETE /discounts/X',
        'GET /users',
        'GET /users/stats',
        'GET /users/X',
        'PATCH /users/X/role',
        'PATCH /users/X/status',
      ]),
    );
    expect(calls.length).toBeGreaterThan(34);
  });

  test('is closed to guests', async () => {
    expect(await others('401 unauthenticated')).toEqual([]);
    expect(await others('401 unauthenticated', 'a.b.c')).toEqual([]);
  });

  test('is shut for other accounts', async () => {
    const buyer = await openAccount(adminShop.shop, 'rosa@correo.cl');
    expect(await others('403 forbidden', String(await buyer.token()))).toEqual([]);
  });

  test('is shut for an unverified account with the e-mail of an admin to be', async () => {
    const stranger = await openAccount(adminShop.shop, 'nueva@pines.cl', { verified: false });
    expect(await others('403 forbidden', String(await stranger.token()))).toEqual([]);
  });

  test('is shut for a disabled admin at once', async () => {
    const admin = await openAccount(adminShop.shop, 'ex@pines.cl');
    const people = adminShop.shop.context.db.queries.updateTable('people');
    await admin.call('/api/auth/profile');
    await people.set({ role: 'admin' }).where('email', '=', 'ex@pines.cl').execute();
    const bearer = String(await admin.token());
    const headers = { authorization: `Bearer ${bearer}` };
    expect((await adminShop.shop.call('/api/admin/check', { headers })).status).toBe(200);
    await people.set({ is_active: 0 }).where('email', '=', 'ex@pines.cl').execute();
    expect(await others('403 account_disabled', bearer)).toEqual([]);
  });

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
