import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditColumns } from '#server/testing/columns/audit-columns.ts';
import { backupColumns } from '#server/testing/columns/backup-columns.ts';
import type { Columns } from '#server/testing/columns/columns-of.ts';
import { discountColumns } from '#server/testing/columns/discount-columns.ts';
import { firebaseColumns } from '#server/testing/columns/firebase-columns.ts';
import { geocodingColumns } from '#server/testing/columns/geocoding-columns.ts';
import { identityColumns } from '#server/testing/columns/identity-columns.ts';
import { jobColumns } from '#server/testing/columns/job-columns.ts';
import { mailColumns } from '#server/testing/columns/mail-columns.ts';
import { orderColumns } from '#server/testing/columns/order-columns.ts';
import { orderFigureColumns } from '#server/testing/columns/order-figure-columns.ts';
import { orderSearchColumns } from '#server/testing/columns/order-search-columns.ts';
import { peopleColumns } from '#server/testing/columns/people-columns.ts';
import { proofColumns } from '#server/testing/columns/proof-columns.ts';
import { rateLimitColumns } from '#server/testing/columns/rate-limit-columns.ts';
import { secondFactorColumns } from '#server/testing/columns/second-factor-columns.ts';
import { settingsColumns } from '#server/testing/columns/settings-columns.ts';
import { sheetColumns } from '#server/testing/columns/sheet-columns.ts';
import { uploadColumns } from '#server/testing/columns/upload-columns.ts';
import { databases, openShop, type TestShop } from '#server/testing/shop.ts';
import { migrate } from './database.ts';
import type { Schema } from './types.ts';

const columns = {
  ...auditColumns,
  ...backupColumns,
  ...discountColumns,
  ...firebaseColumns,
  ...geocodingColumns,
  ...identityColumns,
  ...jobColumns,
  ...mailColumns,
  ...orderFigureColumns,
  ...orderSearchColumns,
  ...orderColumns,
  ...peopleColumns,
  ...rateLimitColumns,
  ...secondFactorColumns,
  ...settingsColumns,
  ...proofColumns,
  ...sheetColumns,
  ...uploadColumns,
} satisfies Columns<Schema>;

/** SQLite keeps its search index in tables of its own, and ties it to the rows by a key. */
const SEARCH_INDEX = 'order_search_index';
const isTyped =
  (table: string) =>
  ({ name }: { name: string }) =>
    table !== 'order_search' || name !== 'key';

/** What a column's type is called by each database; dates and booleans are PostgreSQL's alone. */
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

  test('are those of the types, column by column', async () => {
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

  test('stay as they are when the migrations run again', async () => {
    const before = await readColumns();
    await migrate(shop.context.db.queries);
    await shop.restart();
    expect(await readColumns()).toEqual(before);
  });
});
