import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { createHome } from '#server/testing/home.ts';
import { openAgain } from '#server/testing/jobs.ts';
import { nextMigration } from '#server/testing/next-migration.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { migrate, openEngine } from './database.ts';

/** Where the database stores each table's rows: it changes when a table is rebuilt. */
const places = {
  sqlite: sql<{ name: string; place: number }>`select name, rootpage as place
    from sqlite_schema where type = 'table' and rootpage > 0 order by name`,
  postgres: sql<{ name: string; place: number }>`select relname as name, relfilenode as place
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
};

describe.each(databases)("a next release's migration on %s", (kind) => {
  const shop = useShop(kind);

  async function buy(): Promise<string> {
    const images = await addPictures(shop.context, 2);
    return placed(await shop.placeOrder(makeOrder({ images }))).id;
  }

  test('changes a shop full of orders without rebuilding a table', async () => {
    const { db } = shop.context;
    const readPlaces = async () => (await places[kind].execute(db.queries)).rows;
    await buy();
    await addCode(shop.context, 'CLUB');
    const before = await readPlaces();
    await migrate(db.queries, nextMigration());
    expect(await readPlaces()).toEqual(before);

    const next = await buy();
    await sql`update orders set status = 'test_status' where id = ${next}`.execute(db.queries);
    await sql`update discount_codes set type = 'test_type', value_hundredths = 0
      where code = 'CLUB'`.execute(db.queries);
    await sql`update order_items set test_size = 'big', test_diameter = 0.8`.execute(db.queries);
    await sql`insert into jobs (id, kind, queue, payload, state, attempts, run_at, created_at)
      values ('a-sheet', 'sheets.make', 'sheets', '{}', 'waiting', 0, 1, 1)`.execute(db.queries);
    expect(await db.queries.selectFrom('orders').select('id').execute()).toHaveLength(2);
  });

  test('is refused in one line by a program that does not have it', async () => {
    const home = await createHome(kind, { hasSchema: true });
    const { raw } = await openEngine(loadConfig(home.env));
    await migrate(raw, nextMigration());
    await raw.destroy();
    await expect(openAgain(home)).rejects.toThrow(
      /^DATA\w+: la base de datos es de otra versión de la tienda \(.*999-next.*\)$/,
    );
    await home.remove();
  });
});
