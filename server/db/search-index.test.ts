import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openShop, type TestShop } from '../testing/shop.ts';
import { storeOrders } from '../testing/store-orders.ts';

describe.each(databases)('the search of orders on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
  });
  afterAll(() => shop.close());

  test('follows changes, removals and a clean-up of the file', async () => {
    const { db } = shop.context;
    const [first = '', second = '', ...others] = await storeOrders(shop.context, { count: 20 });
    for (const [created_at, order_id] of [first, second, ...others].entries()) {
      const row = { order_id, created_at, text: 'jose nunez' };
      await db.queries.insertInto('order_search').values(row).execute();
    }
    await db.queries
      .updateTable('order_search')
      .set({ text: 'otra persona' })
      .where('order_id', '=', first)
      .execute();
    await db.queries.deleteFrom('orders').where('id', '=', second).execute();
    await sql`vacuum`.execute(db.queries);
    const find = async (term: string, limit: number) => {
      const found = await db.findOrders(db.queries, [term], limit);
      return found.map(({ id }) => id);
    };
    expect(await find('otra persona', 5000)).toEqual([first]);
    expect(await find('nunez', 5000)).toEqual(others.toReversed());
    expect(await find('nunez', 5)).toHaveLength(5);
  });
});
