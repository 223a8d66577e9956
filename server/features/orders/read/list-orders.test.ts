import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type AdminOrder, adminOrder } from '#contract/orders/orders-admin.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { setRows } from '#server/testing/rows.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';

const listed = z.object({ orders: z.array(adminOrder), nextCursor: z.nullable(z.string()) });
const HOUR = 3_600_000;

describe.each(databases)('the list of orders on %s', (kind) => {
  let now = Date.parse('2026-03-10T12:00:00Z');
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind, { clock: () => now });

  async function list(query: Record<string, string> = {}): Promise<z.infer<typeof listed>> {
    const answer = await adminShop.ask(`/orders?${new URLSearchParams(query)}`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return listed.parse(answer.body);
  }
  const names = async (query: Record<string, string>) =>
    (await list(query)).orders.map(({ deliveryData }) => deliveryData.fullName);

  async function place(fullName: string, delivery = {}): Promise<string> {
    now += 1000;
    return (await adminShop.place({ delivery: { fullName, ...delivery } })).id;
  }

  test('is empty at first, with its statistics', async () => {
    expect(await list()).toEqual({ orders: [], nextCursor: null });
    expect((await adminShop.ask('/orders/stats')).body.stats).toEqual({
      totalOrders: 0,
      registeredUserOrders: 0,
      guestOrders: 0,
      pendingOrders: 0,
    });
  });

  test('shows each order whole, with what only admins see, newest first', async () => {
    await place('José Núñez', { email: 'jose@correo.cl', phone: '+56 9 8765 4321', notes: null });
    await place('Ana Ávila', { email: 'ANA@correo.cl' });
    const { orders } = await list();
    expect(orders.map(({ deliveryData }) => deliveryData.fullName)).toEqual([
      'Ana Ávila',
      'José Núñez',
    ]);
    const [first]: (AdminOrder | undefined)[] = orders;
    expect(first).toMatchObject({
      version: 1,
      status: 'pending',
      isGuestOrder: true,
      payment: null,
      shipping: { courier: null, trackingNumber: null },
      notes: 'Dejar con el conserje',
      deliveryData: { notes: 'Dejar con el conserje', city: 'Chillán' },
    });
    expect(first?.items).toHaveLength(1);
  });

  test.each([
    ['nunez', ['José Núñez']],
    ['ana@correo', ['Ana Ávila']],
    ['8765 43', ['José Núñez']],
    ['correo.cl', ['Ana Ávila', 'José Núñez']],
    ['núñez ana', []],
    ['%', []],
    ['"jose"', []],
    ["' or 1=1 --", []],
    ['  ', ['Ana Ávila', 'José Núñez']],
  ])('finds by %j', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  testAbove('an order is read, changed and printed by its number as people type it', async () => {
    const id = await place('Lía Pino');
    const signs = ['–', '\u200b-\u00ad', ''];
    for (const odd of signs.map((sign) => id.toLowerCase().replace('-', sign))) {
      const path = `/orders/${encodeURIComponent(odd)}`;
      const read = await adminShop.ask(path);
      expect(read, odd).toMatchObject({ status: 200, body: { order: { id } } });
      const notes = { method: 'PATCH', json: { internalNotes: odd } };
      expect((await adminShop.ask(`${path}/internal-notes`, notes)).status, odd).toBe(200);
      const cancelled = { orders: [{ id: odd }], status: 'processing' };
      const many = await adminShop.change('status', cancelled, 'PATCH');
      expect(many.body, odd).toMatchObject({ results: [{ id, success: true }] });
      const slips = await adminShop.fetchFile(`/slips?${new URLSearchParams({ ids: odd })}`);
      expect(slips.status, odd).toBe(200);
    }
    const [one = '', two = ''] = [`${id},${id.replace('-', '–')}`, id];
    const sizes = [one, two].map(async (ids) => {
      const slips = await adminShop.fetchFile(`/slips?${new URLSearchParams({ ids })}`);
      return (await slips.arrayBuffer()).byteLength;
    });
    const [both = 0, single = 0] = await Promise.all(sizes);
    expect(Math.abs(both - single)).toBeLessThan(50);
    const path = `/orders/${encodeURIComponent(id.replace('-', '–'))}`;
    expect((await adminShop.ask(path, { method: 'DELETE' })).status).toBe(200);
  });

  test('narrows by kind of buyer and status', async () => {
    await place('Pedro Pino');
    const buyer = await openAccount(adminShop.shop, 'rosa@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const json = makeOrder({ images, delivery: { fullName: 'Rosa Registrada' } });
    now += 1000;
    const { id } = placed(await buyer.call('/api/orders', { json }));
    await adminShop.setStatus(id, 'completed');
    expect(await names({ type: 'registered' })).toEqual(['Rosa Registrada']);
    expect(await names({ type: 'guest' })).toEqual(['Pedro Pino', 'Ana Ávila', 'José Núñez']);
    expect(await names({ status: 'completed' })).toEqual(['Rosa Registrada']);
    expect(await names({ status: 'pending', type: 'registered' })).toEqual([]);
    expect(await names({ status: 'pending', q: 'pino' })).toEqual(['Pedro Pino']);
    expect(await names({ status: 'completed', q: 'pino' })).toEqual([]);
    expect((await adminShop.ask('/orders/stats')).body.stats).toEqual({
      totalOrders: 4,
      registeredUserOrders: 1,
      guestOrders: 3,
      pendingOrders: 3,
    });
  });

  test('counts days as Chile does', async () => {
    now = Date.parse('2026-07-01T03:59:00Z');
    await place('Junio', {});
    now += HOUR;
    await place('Julio', {});
    expect(await names({ from: '2026-07-01' })).toEqual(['Julio']);
    expect(await names({ from: '2026-06-30', to: '2026-06-30' })).toEqual(['Junio']);
    expect(await names({ from: '2026-06-30', to: '2026-07-01' })).toEqual(['Julio', 'Junio']);
    expect(await names({ to: '2026-03-09' })).toEqual([]);
  });

  test('pages without a gap or a repetition while orders arrive', async () => {
    const before = (await list({ limit: '100' })).orders.map(({ id }) => id);
    const walks = ['', 'correo'].map(async (q) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list({ limit: '2', ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) });
        seen.push(...page.orders.map(({ id }) => id));
        cursor = page.nextCursor;
        await place(`Llega ${seen.length}`);
      }
      return seen;
    });
    const [all = [], searched = []] = await Promise.all(walks);
    expect(all.filter((id) => before.includes(id))).toEqual(before);
    expect(searched.filter((id) => before.includes(id))).toEqual(before);
    expect(new Set(all).size).toBe(all.length);
  });

  test('ends a page early when its orders have many pictures, the bin too', async () => {
    const { db } = adminShop.shop.context;
    const ids = await storeOrders(adminShop.shop.context, {
      count: 3,
      delivery: { fullName: 'Muchas Imágenes' },
      pictures: 100,
      at: (position) => now + 1 + position,
    });
    const [third, second, first] = ids;
    const idsOf = (page: z.infer<typeof listed>) => page.orders.map(({ id }) => id);
    for (const q of ['', 'muchas']) {
      const page = await list({ limit: '100', q });
      expect(idsOf(page)).toEqual([first, second]);
      const next = await list({ limit: '100', q, cursor: page.nextCursor ?? '' });
      expect(idsOf(next)[0]).toBe(third);
    }
    const one = await list({ limit: '1', q: 'muchas' });
    expect(idsOf(one)).toEqual([first]);

    await setRows({ db }, 'orders', { id: ids }, { deleted_at: now });
    const bin = async (query: string) =>
      listed.parse((await adminShop.ask(`/orders/bin?limit=100${query}`)).body);
    const binned = await bin('');
    expect(idsOf(binned)).toHaveLength(2);
    const rest = idsOf(await bin(`&cursor=${binned.nextCursor}`));
    expect([...idsOf(binned), ...rest].toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    ['status', 'lost', 'Este estado no existe'],
    ['type', 'robot', 'Este tipo no existe'],
    ['from', '2026-02-30', 'La fecha debe tener el formato AAAA-MM-DD'],
    // Its local midnight is no whole hour of UTC: no day of Chile begins there.
    ['from', '1899-12-31', 'Revisa el año de la fecha'],
    ['to', 'ayer', 'La fecha debe tener el formato AAAA-MM-DD'],
    ['limit', '0', 'El límite debe ser un número entero entre 1 y 100'],
    ['limit', '101', 'El límite debe ser un número entero entre 1 y 100'],
    ['limit', '1.5', 'El límite debe ser un número entero entre 1 y 100'],
    ['cursor', 'abc', 'La página pedida no existe'],
    ['cursor', 'WzEsMl0', 'La página pedida no existe'],
  ])('refuses %s=%s', async (field, value, message) => {
    const answer = await adminShop.ask(`/orders?${field}=${value}`);
    expect(refused(answer)).toBe('400 validation_failed');
    expect(answer.body).toMatchObject({ message, fields: { [field]: message } });
  });
});
