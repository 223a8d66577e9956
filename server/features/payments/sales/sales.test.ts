import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSales, unpaidRevenue } from '#contract/payments/sales.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { updateStatistics } from '#server/features/payments/statistics.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { type Delivery, makeOrder, placed } from '#server/testing/orders.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

/** Just before and after midnight in Chile, which is at UTC-3 in summer. */
const SUNDAY = Date.parse('2026-03-09T02:59:00Z');
const MONDAY = Date.parse('2026-03-09T03:01:00Z');
const SANTIAGO = { region: 'RM', city: 'Santiago' };

describe.each(databases)('the sales on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let now = SUNDAY;
  const adminShop = useAdminShop(kind, { clock: () => now });

  const sales = async (query = '') =>
    readSales.answer.parse((await adminShop.ask(`/orders/sales${query}`)).body);
  const readCsv = (query: string) => adminShop.readCsv(`/orders/sales.csv${query}`);
  const put = (path: string, json: object, method = 'PUT') =>
    adminShop.ask(`/orders/${path}`, { method, json });
  const total = async () => (await sales('?by=week&last=2')).total;
  const none = {
    ...{ orders: 0, pins: 0, revenue: 0, averageOrder: 0, guestOrders: 0, returningOrders: 0 },
    ...{ paidOrders: 0, paidRevenue: 0 },
  };

  test('are zero in every week of a shop that has sold nothing', async () => {
    const { periods, regions, total: all } = await sales('?by=week&last=2');
    expect(periods).toEqual([
      { from: '2026-02-23', to: '2026-03-01', ...none },
      { from: '2026-03-02', to: '2026-03-08', ...none },
    ]);
    expect([regions, all]).toEqual([[], none]);
  });

  test('follow an order through payment, another region, cancelling, the bin and back', async () => {
    now = SUNDAY;
    await adminShop.place({ delivery: { email: 'uno@correo.cl' } });
    now = MONDAY;
    const { id } = await adminShop.place({
      delivery: { ...SANTIAGO, email: 'dos@correo.cl' },
      pictures: 2,
    });
    const { periods, regions } = await sales('?by=week&last=2');
    expect(periods).toEqual([
      {
        ...{ from: '2026-03-02', to: '2026-03-08', ...none, orders: 1, pins: 1, revenue: 4200 },
        ...{ averageOrder: 4200, guestOrders: 1 },
      },
      {
        ...{ from: '2026-03-09', to: '2026-03-15', ...none, orders: 1, pins: 2, revenue: 7400 },
        ...{ averageOrder: 7400, guestOrders: 1 },
      },
    ]);
    expect(regions.map(({ region, revenue }) => [region, revenue])).toEqual([
      ['RM', 7400],
      ['XVI', 4200],
    ]);

    await put(`${id}/payment`, { paidAt: '2026-03-09', how: 'Efectivo' });
    expect(await total()).toMatchObject({ orders: 2, paidOrders: 1, paidRevenue: 7400 });
    await put(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    expect(await total()).toMatchObject({ orders: 1, pins: 1, revenue: 4200, paidOrders: 0 });
    await put(`${id}/status`, { status: 'pending' }, 'PATCH');
    await adminShop.remove(id);
    expect(await total()).toMatchObject({ orders: 1, paidRevenue: 0 });
    await adminShop.restore(id);
    await adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' });
    expect(await total()).toMatchObject({ orders: 2, pins: 3, revenue: 11_600, paidOrders: 0 });

    const { deliveryData } = makeOrder({ images: [] });
    const moved = await put(`${id}/address`, { ...deliveryData, region: 'V', city: 'Valparaíso' });
    expect(moved).toMatchObject({ status: 200 });
    expect((await sales('?by=week&last=2')).regions.map(({ region }) => region)).toEqual([
      'V',
      'XVI',
    ]);
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);
  });

  test('do not pay one order with what another has too much', async () => {
    const unpaid = async () => unpaidRevenue(await total());
    const before = { unpaid: await unpaid(), ...(await total()) };
    await adminShop.place({ delivery: SANTIAGO });
    const { id } = await adminShop.place({ delivery: SANTIAGO });
    const payment = { amount: 5700 + 3000, paidAt: '2026-03-08', how: 'Transferencia' };
    expect((await put(`${id}/payments`, payment, 'POST')).status).toBe(201);
    expect(await total()).toMatchObject({
      ...{ paidRevenue: before.paidRevenue + 8700, overpaid: 3000 },
    });
    expect(await unpaid()).toBe(before.unpaid + 5700);
    const lines = await readCsv('?by=week&last=2');
    const column = lines.reduce((sum, line) => sum + Number(line['Ventas por pagar']), 0);
    expect(column).toBe(await unpaid());
    await put(`${id}/refunds`, { how: 'cash' }, 'POST');
    expect(await total()).not.toHaveProperty('overpaid');
    expect(await unpaid()).toBe(before.unpaid + 5700);
    // Without a price, all that came in is too much.
    const unpriced = (await adminShop.open()).order.id;
    await put(`${unpriced}/payments`, payment, 'POST');
    expect(await unpaid()).toBe(before.unpaid + 5700);
    await adminShop.remove(unpriced);
  });

  test('know who comes back: by account, by e-mail, and by both in either order', async () => {
    const before = await total();
    const { shop } = adminShop;
    const browser = await openAccount(shop, 'vuelve@correo.cl');
    const order = async (delivery: Partial<Delivery>) =>
      makeOrder({ images: await addPictures(shop.context, 1), delivery });
    const returning = async () => (await total()).returningOrders - before.returningOrders;

    placed(await browser.call('/api/orders', { json: await order({ email: null }) }));
    expect(await returning()).toBe(0);
    placed(await browser.call('/api/orders', { json: await order({ email: null }) }));
    expect(await returning()).toBe(1);
    await adminShop.place({ delivery: { email: 'Vuelve@correo.cl' } });
    expect(await returning()).toBe(2);
    await adminShop.place({ delivery: { email: 'nueva@correo.cl' } });
    expect(await returning()).toBe(2);
    await adminShop.place({ delivery: { email: 'NUEVA@correo.cl' } });
    expect(await returning()).toBe(3);
    const other = await openAccount(shop, 'nueva@correo.cl');
    placed(await other.call('/api/orders', { json: await order({ email: null }) }));
    expect(await returning()).toBe(4);
    expect(await findWrongSums(shop.context.db)).toEqual([]);
  });

  testAbove('stay what they were when a buyer is erased', async () => {
    const before = await sales('?by=month&last=1');
    const { id } = await adminShop.place({ delivery: { email: 'fuera@correo.cl' } });
    await put(`${id}/status`, { status: 'completed' }, 'PATCH');
    const sold = await sales('?by=month&last=1');
    expect(sold.total.orders).toBe(before.total.orders + 1);
    expect(
      (await adminShop.ask('/people?email=fuera@correo.cl', { method: 'DELETE' })).status,
    ).toBe(200);
    expect(await sales('?by=month&last=1')).toEqual(sold);
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);
  });

  testRace('come out the same when orders arrive and are paid at once', async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        adminShop.place({ delivery: at % 2 ? SANTIAGO : {}, pictures: 1 }),
      ),
    );
    const paid = { paidAt: '2026-03-09', how: 'Efectivo' };
    await Promise.all([
      ...orders.map(({ id }) => put(`${id}/payment`, paid)),
      ...Array.from({ length: 4 }, () => adminShop.place({ delivery: SANTIAGO })),
      put(`${orders[0]?.id}/status`, { status: 'cancelled' }, 'PATCH'),
    ]);
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);
  });

  test('tell pins and pesos by product and finish where several were sold', async () => {
    now = Date.parse('2026-05-04T15:00:00Z');
    const kept = await adminShop.place({ pictures: 3 });
    const { id } = await adminShop.place();
    expect(await sales('?by=month&last=1')).not.toHaveProperty('products');
    await sql`update order_items set product_id = 'chico', product_name = '32 mm',
      unit_price = 1500, finish_id = 'iman', finish_name = 'Imán'
      where order_id = ${kept.id} and position = 1`.execute(adminShop.shop.context.db.queries);
    await put(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    const products = [
      { product: { id: 'pin', name: 'Pin' }, finish: null, pins: 2, revenue: 3400 },
      {
        product: { id: 'chico', name: '32 mm' },
        finish: { id: 'iman', name: 'Imán' },
        pins: 1,
        revenue: 1500,
      },
    ];
    const expectBoth = async () => {
      expect((await sales('?by=month&last=1')).products).toEqual(products);
      expect(await readCsv('?by=month&last=1')).toEqual([
        expect.objectContaining({
          ...{ Región: 'Ñuble', Pines: '3' },
          ...{ 'Pines: Pin': '2', 'Antes de descuentos: Pin': '3400' },
          ...{ 'Pines: 32 mm con imán': '1', 'Antes de descuentos: 32 mm con imán': '1500' },
        }),
      ]);
      const wrong = await findWrongSums(adminShop.shop.context.db);
      expect(wrong).toEqual([`order ${kept.id} has pins for 4900 of 5100`]);
    };
    await expectBoth();
    expect((await sales('?by=week&last=1')).products).toHaveLength(2);

    now += 3 * DAY_MS;
    await updateStatistics(adminShop.shop.context);
    await expectBoth();
    await put(`${id}/status`, { status: 'pending' }, 'PATCH');
    expect((await sales('?by=month&last=1')).products?.[0]).toMatchObject({ pins: 3 });
    await put(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    await expectBoth();
    now = MONDAY;
    for (const line of await readCsv('?by=month&last=1')) {
      expect(Object.keys(line).at(-1)).toBe('Ventas por pagar');
    }
  });

  test('go into a spreadsheet, a line for each region of a month', async () => {
    const { total: all } = await sales('?by=month&last=2');
    const response = await adminShop.fetchFile('/orders/sales.csv?by=month&last=2');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('ventas-2026-03-09.csv');
    const lines = await readCsv('?by=month&last=2');
    expect(lines.map(({ Desde, Hasta }) => `${Desde} ${Hasta}`)).toEqual(
      lines.map(() => '2026-03-01 2026-03-31'),
    );
    expect(lines.map(({ Región }) => Región).toSorted()).toEqual([
      'Metropolitana de Santiago',
      'Valparaíso',
      'Ñuble',
    ]);
    const added = (heading: string) => lines.reduce((sum, line) => sum + Number(line[heading]), 0);
    expect(added('Ventas')).toBe(all.revenue);
    expect(added('Pines')).toBe(all.pins);
    expect(added('Ventas por pagar')).toBe(all.revenue - all.paidRevenue);
    expect(added('Pedidos de invitados')).toBe(all.guestOrders);
  });
});
