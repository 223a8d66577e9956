import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderFilter } from '#contract/orders/orders-admin.ts';
import { addDays, DAY_MS, startOfDay } from '#domain/base/dates.ts';
import { searchTerms } from '#domain/base/folding.ts';
import { addOrders } from '#server/demo/add-orders.ts';
import { readOrders } from '#server/features/orders/order.ts';
import { searchTextOf } from '#server/features/orders/write-order.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { pageOrders } from './list-orders.ts';

const ORDERS = 2100;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

describe.each(databases)('searching thousands of orders on %s', (kind) => {
  let newestFirst: { id: string; text: string; status: string; guest: boolean; at: number }[];
  const shop = useShop(kind);
  beforeAll(async () => {
    const [url = ''] = await addPictures(shop.context, 1);
    await addOrders(shop.context, {
      count: ORDERS,
      days: 100,
      uploadIds: [pictureId(url) ?? ''],
      buyers: [{ uid: 'u1', email: 'socia@club.cl' }],
    });
    const { queries } = shop.context.db;
    const orders = await readOrders(queries, queries.selectFrom('orders'));
    newestFirst = orders
      .map((order) => ({
        id: order.id,
        text: searchTextOf(order),
        status: order.status,
        guest: order.owner.isGuest,
        at: order.createdAt,
      }))
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  });

  /** The correct result of a search, computed from every order. */
  function expected({ q = '', status, type, from, to }: OrderFilter): string[] {
    const terms = searchTerms(q);
    return newestFirst
      .filter(({ text }) => terms.every((term) => text.includes(term)))
      .filter((order) => status === undefined || order.status === status)
      .filter(({ guest }) => type === undefined || guest === (type === 'guest'))
      .filter(({ at }) => from === undefined || at >= startOfDay(from))
      .filter(({ at }) => to === undefined || at < startOfDay(addDays(to, 1)))
      .map(({ id }) => id);
  }

  async function walk(filter: OrderFilter, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOrders(shop.context.db, filter, { limit, cursor });
      ids.push(...page.orders.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  }

  test.each<[string, OrderFilter]>([
    ['a rare name', { q: 'begoña ibáñez' }],
    ['what nearly all have', { q: 'correo' }],
    ['a common one with the beginning of a word', { q: 'correo mu' }],
    ['the first letter of words', { q: 'z' }],
    ['a common one among the cancelled', { q: 'correo', status: 'cancelled' }],
    ['a common one of accounts, which none has', { q: 'correo', type: 'registered' }],
    ['an account', { q: 'socia@club' }],
    ['part of a phone since a day', { q: '77 1', from: daysAgo(20) }],
    ['a common one up to a day', { q: 'correo', to: daysAgo(80) }],
    ['part of a phone', { q: '771' }],
    ['no search at all', { status: 'pending', type: 'guest' }],
    ['nothing', { q: 'zzzz' }],
  ])('finds the same as looking at all of them: %s', async (_name, filter) => {
    const ids = await walk(filter, 100);
    expect(ids).toEqual(expected(filter));
    expect(new Set(ids).size).toBe(ids.length);
  });

  describe('what is rare', () => {
    beforeAll(async () => {
      const { queries } = shop.context.db;
      const old = newestFirst.slice(1250).filter((_, at) => at % 75 === 0);
      for (const order of old) {
        order.text += '  rareza';
        const set = { text: order.text };
        await setRows(shop.context, 'order_search', { order_id: order.id }, set);
      }
      const deleted = new Set([old[0]?.id, old[2]?.id]);
      for (const id of deleted) {
        const orders = queries.updateTable('orders').where('id', '=', id ?? '');
        await orders.set({ deleted_at: 1 }).execute();
      }
      newestFirst = newestFirst.filter(({ id }) => !deleted.has(id));
    });

    test.each<[string, OrderFilter, number]>([
      ['all', { q: 'rareza' }, 1],
      ['all on one page', { q: 'rareza' }, 100],
      ['with a short term', { q: 'rareza 5' }, 2],
      ['those of a status', { q: 'rareza', status: 'completed' }, 2],
      ['those of a status that few have', { q: 'rareza', status: 'cancelled' }, 1],
      ['up to a day', { q: 'rareza', to: daysAgo(75) }, 2],
      ['since a day', { q: 'rareza', from: daysAgo(75) }, 2],
    ])('is found page by page, those in the bin left out: %s', async (_name, filter, limit) => {
      const ids = await walk(filter, limit);
      expect(ids).toEqual(expected(filter));
      if (filter.status !== 'cancelled') expect(ids.length).toBeGreaterThan(2);
    });
  });

  test('one order is found by its number among all', async () => {
    const last = newestFirst.at(-1)?.id ?? '';
    expect(await walk({ q: last.toLowerCase() }, 50)).toEqual([last]);
  });
});
