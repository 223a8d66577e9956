import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { auditEntry } from '#contract/base/audit.ts';
import { readDashboardMain, readMetrics } from '#contract/orders/dashboard.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import type { Request } from '#server/testing/client.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';

const NOON = Date.parse('2026-03-10T15:00:00Z');

describe.each(databases)('the dashboard on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now = NOON;
  const adminShop = useAdminShop(kind, { clock: () => now });

  const setStatus = (id: string, status: string, reason?: string) =>
    adminShop.change(`${id}/status`, { status, reason }, 'PATCH');
  const metrics = async (query = '') =>
    readMetrics.answer.parse((await adminShop.ask(`/dashboard/metrics${query}`)).body);
  const main = async () => readDashboardMain.answer.parse((await adminShop.ask('/dashboard')).body);

  testAbove('says who is an admin under the older addresses too', async () => {
    for (const path of ['', '/check']) {
      expect((await adminShop.ask(path)).body).toEqual({ success: true, isAdmin: true });
    }
  });

  test('is all zeros in an empty shop', async () => {
    expect(await main()).toMatchObject({
      stats: { totalOrders: 0 },
      revenue: 0,
      averageOrder: 0,
      pendingAge: { oldestAt: null, oldestDays: 0, averageDays: 0, overThreeDays: 0 },
      recentOrders: [],
    });
    const { days, topCities } = await metrics('?days=3');
    expect(days.map(({ day }) => day)).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
    expect(topCities).toEqual([]);
  });

  test('counts orders and revenue by day in Chile, and cancelled ones separately', async () => {
    now = Date.parse('2026-03-07T02:59:00Z');
    const old = await adminShop.place();
    now = Date.parse('2026-03-07T03:01:00Z');
    await adminShop.place({ delivery: { region: 'RM', city: 'Santiago' }, pictures: 2 });
    now = NOON;
    const cancelled = await adminShop.place({ delivery: { region: 'RM', city: 'Santiago' } });
    await adminShop.place();
    const { id: gone } = await adminShop.place({ pictures: 3 });
    await setStatus(cancelled.id, 'cancelled');
    await adminShop.remove(gone);

    const found = await metrics('?days=5');
    const none = { orders: 0, revenue: 0, cancelledOrders: 0, cancelledRevenue: 0 };
    expect(found.days).toEqual([
      { ...none, day: '2026-03-06', orders: 1, revenue: 4200 },
      { ...none, day: '2026-03-07', orders: 1, revenue: 7400 },
      { ...none, day: '2026-03-08' },
      { ...none, day: '2026-03-09' },
      { day: '2026-03-10', orders: 1, revenue: 4200, cancelledOrders: 1, cancelledRevenue: 5700 },
    ]);
    expect(found.topCities).toEqual([
      { city: 'Chillán', orders: 2, revenue: 8400 },
      { city: 'Santiago', orders: 1, revenue: 7400 },
    ]);
    expect([found.revenue, found.averageOrder]).toEqual([15_800, 5267]);
    expect(found.pendingAge).toEqual({
      oldestAt: old.createdAt,
      oldestDays: 4,
      averageDays: 2.3,
      overThreeDays: 2,
    });
    await setStatus(old.id, 'completed');
    expect((await metrics()).pendingAge).toMatchObject({ oldestDays: 3, overThreeDays: 1 });
  });

  test('has the main figures and the latest orders', async () => {
    const found = await main();
    expect(found).toMatchObject({
      stats: { totalOrders: 4, registeredUserOrders: 0, guestOrders: 4, pendingOrders: 2 },
      statuses: { pending: 2, processing: 0, completed: 1, cancelled: 1 },
      today: { day: '2026-03-10', orders: 1, cancelledOrders: 1 },
      discounts: { totalCodes: 0 },
      users: { totalUsers: 1, adminUsers: 1 },
    });
    expect(found.recentOrders).toHaveLength(4);
    expect((await adminShop.ask('/dashboard/main')).body).toEqual(found);
  });

  testAbove('forgets cities after twelve months', async () => {
    now = NOON - 400 * DAY_MS;
    await adminShop.place({ delivery: { region: 'XV', city: 'Arica' } });
    now = NOON;
    expect((await metrics()).topCities.map(({ city }) => city)).not.toContain('Arica');
  });

  testAbove.each(['0', '367', 'x', '1.5'])('refuses %s days', async (days) => {
    expect(refused(await adminShop.ask(`/dashboard/metrics?days=${days}`))).toBe(
      '400 validation_failed',
    );
  });

  test('the trail tells who changed what, page by page, without reasons or persons', async () => {
    const later = (path: string, request: Request) => {
      now += 1;
      return adminShop.ask(path, request);
    };
    await later('/discounts/', {
      json: { code: 'RASTRO', name: 'Rastro', type: 'fixed', value: 99.5 },
    });
    await later('/discounts/RASTRO/toggle', { method: 'PATCH' });
    await later('/discounts/RASTRO', { method: 'DELETE' });
    now += 1;
    const { id } = await adminShop.place();
    await setStatus(id, 'processing', 'Rosa pagó en efectivo');
    const all = await trail('');
    expect(all.slice(0, 4)).toMatchObject([
      {
        entity: 'order',
        entityId: id,
        action: 'status_changed',
        by: { email: ADMIN_EMAIL },
        changes: [{ field: 'status', from: 'pending', to: 'processing' }],
      },
      { entity: 'discount', entityId: 'RASTRO', action: 'deleted' },
      { action: 'toggled', changes: [{ field: 'isActive', from: true, to: false }] },
      { action: 'created' },
    ]);
    expect(all[3]?.changes).toContainEqual({ field: 'value', from: null, to: 99.5 });
    expect(JSON.stringify(all)).not.toMatch(/efectivo|Rosa|rosa@correo/);
    const paged: unknown[] = [];
    let cursor: unknown = '';
    while (typeof cursor === 'string') {
      const { body } = await adminShop.ask(
        `/dashboard/activity?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      paged.push(...z.array(auditEntry).parse(body.activity));
      cursor = body.nextCursor;
      now += 1;
      if (paged.length < 5) await setStatus(id, paged.length % 4 ? 'pending' : 'completed');
    }
    expect(paged).toEqual(all);
    expect(await trail('?entity=discount')).toHaveLength(3);
  });

  async function trail(query: string) {
    const { body } = await adminShop.ask(`/dashboard/activity${query}`);
    return z.array(auditEntry).parse(body.activity);
  }

  testAbove('the settings can be read, the secrets cannot', async () => {
    const { status, body } = await adminShop.ask('/settings');
    expect(status).toBe(200);
    expect(body.settings).toMatchObject({
      seller: { values: { name: 'Pines' }, version: 0, isDefault: true },
      prices: { values: { pin: 1700, shippingChillan: 2500, shipping: 4000 } },
    });
    expect(body.environment).toMatchObject({
      publicUrl: adminShop.shop.url,
      database: kind,
      mail: { kind: 'files' },
      adminEmails: [ADMIN_EMAIL],
      proofs: 'ask',
      binDays: 7,
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(adminShop.shop.env.AUTH_SECRET);
    expect(text).not.toContain('postgres://');
  });
});
