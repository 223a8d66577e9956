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
    for (const order_id of [first, second, ...others]) {
      const row = { order_id, created_at: 1, text: 'jose nunez' };
      await db.queries.insertInto('order_search').values(row).execute();
    }
    await db.queries
      .updateTable('order_search')
      .set({ text: 'otra persona' })
      .where('order_id', '=', first)
      .execute();
    await db.queries.deleteFrom('orders').where('id', '=', second).execute();
    await sql`vacuum`.execute(db.queries);
    const find = (term: string) => db.findOrders(db.queries, [term], 5000);
    expect(await find('otra persona')).toEqual([first]);
    expect((await find('nunez')).sort()).toEqual([...others].sort());
  });
});
