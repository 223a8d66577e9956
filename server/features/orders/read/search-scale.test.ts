import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { startOfDay } from '#domain/dates.ts';
import { searchTerms } from '#domain/folding.ts';
import { addOrders } from '../../../demo/add-orders.ts';
import { addPictures } from '../../../testing/add-pictures.ts';
import { databases, openShop, type TestShop } from '../../../testing/shop.ts';
import { pictureId } from '../../uploads/urls.ts';
import { pageOrders } from '../list-orders.ts';
import { searchTextOf } from '../search-text.ts';
import { searchOrders } from './search-orders.ts';

const ORDERS = 4200;

describe.each(databases)('searching thousands of orders on %s', (kind) => {
  let shop: TestShop;
  let newestFirst: { id: string; text: string; status: string; guest: boolean; at: number }[];
  beforeAll(async () => {
    shop = await openShop(kind);
    const [url = ''] = await addPictures(shop.context, 1);
    await addOrders(shop.context, {
      count: ORDERS,
      days: 100,
      uploadIds: [pictureId(url) ?? ''],
      buyers: [{ uid: 'u1', email: 'socia@club.cl' }],
    });
    const orders = await shop.context.db.queries.selectFrom('orders').selectAll().execute();
    newestFirst = orders
      .map((order) => ({
        id: order.id,
        text: searchTextOf(order),
        status: order.status,
        guest: order.user_uid === null,
        at: order.created_at,
      }))
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  });
  afterAll(() => shop.close());

  /** What a search must find, by looking at every order. */
  function expected({ q = '', status, type, from }: OrderFilter): string[] {
    const terms = searchTerms(q);
    return newestFirst
      .filter(({ text }) => terms.every((term) => text.includes(term)))
      .filter((order) => status === undefined || order.status === status)
      .filter(({ guest }) => type === undefined || guest === (type === 'guest'))
      .filter(({ at }) => from === undefined || at >= startOfDay(from))
      .map(({ id }) => id);
  }

  async function walk(filter: OrderFilter, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOrders(shop.context.db, filter, { limit, cursor });
      ids.push(...page.orders.map(({ order }) => order.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  }

  const recent = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  test.each<[string, OrderFilter]>([
    ['a rare name', { q: 'begoña ibáñez' }],
    ['what nearly all have', { q: 'correo' }],
    ['a common one with a short one', { q: 'correo mu' }],
    ['a common one among the cancelled', { q: 'correo', status: 'cancelled' }],
    ['a common one of accounts, which none has', { q: 'correo', type: 'registered' }],
    ['an account', { q: 'socia@club' }],
    ['part of a phone since a day', { q: '77', from: recent }],
    ['part of a phone', { q: '771' }],
    ['no search at all', { status: 'pending', type: 'guest' }],
    ['nothing', { q: 'zzzz' }],
  ])('finds the same as looking at all of them: %s', async (_name, filter) => {
    const ids = await walk(filter, 100);
    expect(ids).toEqual(expected(filter));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('what is too short for the index is looked for among the newest, page by page', async () => {
    const page = { limit: 100_000, after: null };
    const found = await searchOrders(shop.context.db, { q: 'mu' }, page);
    const wanted = newestFirst.slice(0, 3000).filter(({ text }) => text.includes('mu'));
    expect(found?.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  });

  test('one order is found by its number among all', async () => {
    const last = newestFirst.at(-1)?.id ?? '';
    expect(await walk({ q: last.toLowerCase() }, 50)).toEqual([last]);
  });
});
