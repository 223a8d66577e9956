import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WorkshopOrder } from '#contract/production/workshop.ts';
import { readWorkshop } from '#contract/production/workshop.ts';
import { keysOf } from '#domain/base/keys.ts';
import { STAGES } from '#domain/orders/order-stage.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('the board of the workshop on %s', (kind) => {
  let now = Date.parse('2026-03-20T15:00:00Z');
  const ids: string[] = [];
  const adminShop = useAdminShop(kind, {
    clock: () => {
      now += 1000;
      return now;
    },
  });
  beforeAll(async () => {
    for (let at = 0; at < 6; at += 1) ids.push(await place([1 + at, 2]));
    await pay(0, '2026-03-13');
    await pay(1, '2026-03-09');
    await pay(2, '2026-03-12');
    await pay(3, '2026-03-09');
    await mark(2, 'printed');
    await mark(3, 'packed');
  });

  async function place(quantities: number[], notes: readonly string[] = []): Promise<string> {
    const urls = await addPictures(adminShop.shop.context, quantities.length);
    const images = urls.map((imageUrl, at) => ({
      imageUrl,
      quantity: quantities[at] ?? 1,
      notes: notes[at] ?? null,
    }));
    return placed(await adminShop.shop.placeOrder(makeOrder({ images }))).id;
  }
  const pay = (at: number, paidAt: string) =>
    adminShop.change(`${ids[at]}/payment`, { paidAt, how: 'X' });
  const mark = (at: number, name: string) => adminShop.change(`${ids[at]}/marks/${name}`, {});
  async function board(query = '') {
    const { status, body } = await adminShop.ask(`/workshop${query}`);
    expect(status).toBe(200);
    return readWorkshop.answer.parse(body);
  }
  const numbers = (orders: readonly WorkshopOrder[]) => orders.map(({ id }) => ids.indexOf(id));

  test('has the oldest promise first, then who ordered first, and who has not paid last', async () => {
    const { orders, counts, pins, nextCursor } = await board();
    expect(orders.map(({ id, waitsFor, dueOn }) => [ids.indexOf(id), waitsFor, dueOn])).toEqual([
      [1, 'print', '2026-03-16'],
      [3, 'print', '2026-03-16'],
      [2, 'pack', '2026-03-19'],
      [0, 'print', '2026-03-20'],
      [4, 'payment', null],
      [5, 'payment', null],
    ]);
    expect(counts).toEqual({
      cancellation: 0,
      incomplete: 0,
      payment: 2,
      picture: 0,
      proof: 0,
      print: 3,
      pack: 1,
      balance: 0,
      dispatch: 0,
    });
    expect(pins).toEqual({
      cancellation: 0,
      incomplete: 0,
      payment: 7 + 8,
      picture: 0,
      proof: 0,
      print: 4 + 6 + 3,
      pack: 5,
      balance: 0,
      dispatch: 0,
    });
    expect(nextCursor).toBeNull();
  });

  test('shows what an order is, with its first pictures', async () => {
    const id = await place([1, 2, 3, 4, 5, 6, 7], ['', 'Más clara', '', '', '', '', 'Al revés']);
    const { orders } = await board();
    expect(orders.map(({ notes }) => notes).filter(Boolean)).toEqual([
      [
        { n: 2, words: 'Más clara' },
        { n: 7, words: 'Al revés' },
      ],
    ]);
    const order = orders.find((each) => each.id === id);
    expect(order).toMatchObject({ version: 1, pins: 28, pictures: 7, city: 'Chillán' });
    expect(order?.items.map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4, 5]);
    expect(order?.items[0]?.thumbnailUrl).toMatch(/^\/files\/.+-mini\.webp$/);
    await adminShop.remove(id);
    expect(numbers((await board()).orders)).toEqual([1, 3, 2, 0, 4, 5]);
  });

  test('comes in pages and by what orders wait for', async () => {
    const walk = async (query: string) => {
      const found: number[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await board(`?limit=2${query}${cursor && `&cursor=${cursor}`}`);
        expect(page.counts.print).toBe(3);
        found.push(numbers(page.orders));
        cursor = page.nextCursor;
      }
      return found;
    };
    expect(await walk('')).toEqual([
      [1, 3],
      [2, 0],
      [4, 5],
    ]);
    expect(await walk('&waitsFor=print')).toEqual([[1, 3], [0]]);
    expect(await walk('&waitsFor=dispatch')).toEqual([[]]);
    for (const wait of keysOf(STAGES)) {
      const { orders, counts } = await board(`?waitsFor=${wait}`);
      expect(orders).toHaveLength(counts[wait]);
    }
  });

  test('rejects an unknown stage and an invalid page', async () => {
    expect(refused(await adminShop.ask('/workshop?waitsFor=lunch'))).toBe('400 validation_failed');
    expect(refused(await adminShop.ask('/workshop?cursor=x'))).toBe('400 validation_failed');
    expect(refused(await adminShop.ask('/workshop?limit=0'))).toBe('400 validation_failed');
  });

  test('a payment that is corrected or taken back moves the promise', async () => {
    await pay(0, '2026-03-06');
    expect(numbers((await board()).orders)[0]).toBe(0);
    await adminShop.ask(`/orders/${ids[0]}/payment`, { method: 'DELETE' });
    const order = (await board()).orders.find(({ id }) => id === ids[0]);
    expect(order).toMatchObject({ waitsFor: 'payment', dueOn: null });
    await pay(0, '2026-03-13');
  });

  test('says which pins are needed and has those of one product, where the shop has several', async () => {
    const { queries } = adminShop.shop.context.db;
    const plain = await board();
    expect(plain).not.toHaveProperty('products');
    for (const order of plain.orders) expect(order).not.toHaveProperty('needs');
    await sql`update order_items set product_id = 'pin-32', product_name = '32 mm',
      finish_id = 'iman', finish_name = 'Imán' where order_id = ${ids[1]} and position = 1`.execute(
      queries,
    );
    const { settings } = await adminShop.shop.context.settings.current();
    const [pin] = settings.products.products;
    const products = [pin, { ...pin, id: 'pin-32', name: '32 mm' }];
    await adminShop.saveSettings('products', { products });
    now += 3000;
    const all = await board();
    expect(all.products).toEqual([
      { id: 'pin', name: 'Pin' },
      { id: 'pin-32', name: '32 mm' },
    ]);
    const mixed = all.orders.find(({ id }) => id === ids[1]);
    const finish = { id: 'iman', name: 'Imán' };
    expect(mixed?.needs).toEqual([
      { quantity: 2, product: { id: 'pin', name: 'Pin' }, finish: null },
      { quantity: 2, product: { id: 'pin-32', name: '32 mm' }, finish },
    ]);
    const small = await board('?product=pin-32');
    expect(numbers(small.orders)).toEqual([1]);
    expect([small.counts.print, small.pins.print]).toEqual([1, 2]);
    expect((await board('?product=pin')).pins).toEqual({ ...all.pins, print: all.pins.print - 2 });
    expect((await board('?product=nada')).orders).toEqual([]);
  });
});
