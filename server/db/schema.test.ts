import { describe, expect, test } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { readTableTypes } from '#server/testing/table-types.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { migrate } from './database.ts';

const columns = readTableTypes(keysOf(MARKS));

/** SQLite has its search index in separate tables, joined to the rows by `key`. */
const SEARCH_INDEX = 'order_search_index';
const isTyped =
  (table: string) =>
  ({ name }: { name: string }) =>
    table !== 'order_search' || name !== 'key';

/** Returns the kind of a database's column type. */
function kindOf(dataType: string): string {
  if (/^(text|varchar)/i.test(dataType)) return 'text';
  return /^(integer|bigint|double|int[48]|float8)/i.test(dataType) ? 'number' : 'dialect';
}

describe.each(databases)('the tables on %s', (kind) => {
  const shop = useShop(kind);

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
      expect(found[table], table).toEqual(expected);
    }
  });

  test('do not change when the migrations run again', async () => {
    const before = await readColumns();
    await migrate(shop.context.db.queries);
    await shop.restart();
    expect(await readColumns()).toEqual(before);
  });
});
