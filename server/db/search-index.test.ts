import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setRows } from '#server/testing/rows.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, useFreshShop } from '#server/testing/use-shop.ts';
import { MAX_MATCHES, type OrderSearch } from './engine.ts';

describe.each(databases)('the search of orders on %s', (kind) => {
  const shop = useFreshShop(kind);

  /** Stores orders whose search texts the test writes itself. */
  async function storeUnindexed(wanted: { count: number }): Promise<string[]> {
    const ids = await storeOrders(shop.context, wanted);
    await shop.context.db.queries.deleteFrom('order_search').execute();
    return ids;
  }

  const search = (wanted: Partial<OrderSearch>) => {
    const { db } = shop.context;
    const any = { limit: 10, after: null, from: null, until: null, filter: sql`1 = 1` };
    return db.findOrders(db.queries, { terms: ['ana'], ...any, ...wanted });
  };
  const find = async (term: string, limit: number, filter = sql`1 = 1`) =>
    (await search({ terms: [term], limit, filter })).map(({ id }) => id);

  test('is updated by changes, removals and a VACUUM of the file', async () => {
    const { db } = shop.context;
    const [first = '', second = '', ...others] = await storeUnindexed({ count: 20 });
    for (const [created_at, order_id] of [first, second, ...others].entries()) {
      const row = { order_id, created_at, text: '  jose  nunez' };
      await db.queries.insertInto('order_search').values(row).execute();
    }
    await setRows({ db }, 'order_search', { order_id: first }, { text: '  otra  persona' });
    await db.queries.deleteFrom('orders').where('id', '=', second).execute();
    await sql`vacuum`.execute(db.queries);
    expect(await find('persona', 5000)).toEqual([first]);
    expect(await find('nunez', 5000)).toEqual(others.toReversed());
    expect(await find('nunez', 5)).toEqual(others.toReversed().slice(0, 5));
  });

  test('finds the newest first in any order of writing, also several of one moment', async () => {
    const { db } = shop.context;
    const ids = (await storeUnindexed({ count: 5 })).sort();
    const times = [300, 100, 200, 200, 200];
    const rows = ids.map((order_id, at) => ({
      order_id,
      created_at: times[at] ?? 0,
      text: '  ana',
    }));
    await db.queries.insertInto('order_search').values(rows).execute();
    const [newest, , ...same] = ids;
    expect(await find('ana', 10)).toEqual([newest, ...same.toReversed(), ids[1]]);
  });

  test('reads a span of time page by page, also behind an order that is gone', async () => {
    const { db } = shop.context;
    const ids = (await storeUnindexed({ count: 5 })).sort();
    const rows = ids.map((order_id, at) => ({ order_id, created_at: 10 + at, text: '  ana rosa' }));
    await db.queries.insertInto('order_search').values(rows).execute();
    const span = { terms: ['ana', 'rosa'], from: 11, until: 14, limit: 2 };
    const page = await search(span);
    expect(page).toEqual([
      { id: ids[3], created_at: 13 },
      { id: ids[2], created_at: 12 },
    ]);
    const after = page[1] ?? null;
    expect(await search({ ...span, after })).toEqual([{ id: ids[1], created_at: 11 }]);
    await db.queries
      .deleteFrom('orders')
      .where('id', '=', ids[2] ?? '')
      .execute();
    expect(await search({ ...span, after })).toEqual([{ id: ids[1], created_at: 11 }]);
    expect(await search({ ...span, terms: ['ana', 'eva'] })).toEqual([]);
  });

  test('finds the signs of a pattern as they are', async () => {
    const texts = [
      '  100% lana',
      '  100 lana',
      '  su_taller',
      '  su-taller',
      '  uno\\dos',
      '  uno dos',
    ];
    const ids = await storeUnindexed({ count: texts.length });
    const rows = texts.map((text, at) => ({ order_id: ids[at] ?? '', created_at: at, text }));
    await shop.context.db.queries.insertInto('order_search').values(rows).execute();
    const found = { '100%': 0, '00%': 0, su_taller: 2, u_t: 2, 'uno\\': 4, '\\dos': 4 };
    for (const [term, at] of Object.entries(found)) {
      expect([term, await find(term, 10)]).toEqual([term, [ids[at]]]);
    }
    for (const term of ['%%%', '___', '1%a', 's_-', '\\\\\\', '%lana']) {
      expect([term, await find(term, 10)]).toEqual([term, []]);
    }
  });

  test('applies a filter to no more orders than the limit', async () => {
    const { db } = shop.context;
    const [old = ''] = await storeUnindexed({ count: 1 });
    const first = { order_id: old, created_at: 1, text: '  ana' };
    await db.queries.insertInto('order_search').values(first).execute();
    expect(await find('ana', 1, sql`orders.status = 'pending'`)).toEqual([old]);
    await fillWith(MAX_MATCHES - 1);
    expect(await find('ana', 1, sql`orders.id = ${old}`)).toEqual([old]);
    await fillWith(2);
    expect(await find('ana', 1, sql`orders.id = ${old}`)).toEqual([]);
  });

  /** Adds `count` newer matches to the index, without orders behind them. */
  async function fillWith(count: number): Promise<void> {
    const { queries } = shop.context.db;
    if (kind === 'sqlite') {
      await sql`with recursive numbers (number) as
          (select 1 union all select number + 1 from numbers where number < ${count})
        insert into order_search_index (rowid, text)
        select (select max(rowid) from order_search_index) + number, '  ana' from numbers`.execute(
        queries,
      );
      return;
    }
    await sql`alter table order_search drop constraint if exists order_search_order_id_fkey`.execute(
      queries,
    );
    await sql`insert into order_search (order_id, created_at, text)
      select gen_random_uuid(), 2, '  ana' from generate_series(1, ${count})`.execute(queries);
  }
});
