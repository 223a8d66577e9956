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

  test('is not asked for what very many have where it would hold up the shop', async () => {
    const { db } = shop.context;
    const pick = (limit: number, ...terms: string[]) => db.pickQuick(db.queries, terms, limit);
    expect(await pick(5, 'todos', 'nunez')).toEqual(
      kind === 'sqlite' ? ['todos'] : ['todos', 'nunez'],
    );
    expect(await pick(30, 'todos', 'nunez')).toEqual(['todos', 'nunez']);
    if (kind === 'postgres') return;
    await sql`with recursive numbers (number) as
      (select 1 union all select number + 1 from numbers where number < 100000)
      insert into order_search_index (rowid, text)
      select 1000000 + number, 'todos' from numbers`.execute(db.queries);
    expect(await pick(5, 'todos', 'nunez', 'otra')).toEqual(['otra']);
    expect(await pick(5, 'todos', 'nunez')).toEqual(['nunez']);
    expect(await pick(5, 'odos', 'todos')).toEqual([]);
    // Its reading ends with the few that are asked for.
    expect(await pick(5, 'todos')).toEqual(['todos']);
  });
});
