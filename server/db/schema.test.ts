import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Columns } from '#server/testing/columns/columns-of.ts';
import { operationColumns } from '#server/testing/columns/operation-columns.ts';
import { orderColumns } from '#server/testing/columns/order-columns.ts';
import { peopleColumns } from '#server/testing/columns/people-columns.ts';
import { databases, openShop, type TestShop } from '#server/testing/shop.ts';
import { migrate } from './database.ts';
import type { Schema } from './types.ts';

const columns = {
  ...peopleColumns,
  ...orderColumns,
  ...operationColumns,
} satisfies Columns<Schema>;

/** SQLite has its search index in separate tables, joined to the rows by `key`. */
const SEARCH_INDEX = 'order_search_index';
const isTyped =
  (table: string) =>
  ({ name }: { name: string }) =>
    table !== 'order_search' || name !== 'key';

/** Returns the kind of a database's column type; only PostgreSQL has dates and booleans. */
function kindOf(dataType: string): string {
  if (/^(text|varchar)/i.test(dataType)) return 'text';
  return /^(integer|bigint|double|int[48]|float8)/i.test(dataType) ? 'number' : 'dialect';
}

describe.each(databases)('the tables on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(kind);
  });
  afterAll(() => shop.close());

  async function readColumns(): Promise<Record<string, Record<string, string>>> {
    const all = await shop.context.db.queries.introspection.getTables();
    const tables = all.filter(({ name }) => !name.startsWith(SEARCH_INDEX));
    return Object.fromEntries(
      tables.map((table) => [
        table.name,
        Object.fromEntries(
          table.columns
            .filter(isTyped(table.name))
            .map(({ name, dataType, isNullable }) => [
              name,
              kindOf(dataType) + (isNullable ? ' or null' : ''),
            ]),
        ),
      ]),
    );
  }

  test('have the columns of the types', async () => {
    const found = await readColumns();
    expect(Object.keys(found).sort()).toEqual(Object.keys(columns).sort());
    for (const [table, expected] of Object.entries(columns)) {
      const wanted = Object.entries<string>(expected).map(([name, type]) => {
        const stored = found[table]?.[name] ?? 'missing';
        const isOwn = kind === 'sqlite' && type.startsWith('dialect');
        return [name, isOwn ? type.replace('dialect', stored.split(' ')[0] ?? '') : type];
      });
      expect(found[table], table).toEqual(Object.fromEntries(wanted));
    }
  });

  test('do not change when the migrations run again', async () => {
    const before = await readColumns();
    await migrate(shop.context.db.queries);
    await shop.restart();
    expect(await readColumns()).toEqual(before);
  });
});
