import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openShop } from '#server/testing/shop.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/data.md');
/** Kysely's own tables. */
const MIGRATIONS = /^kysely_/;

test('docs/data.md says of every text column whether it is personal, and how it is erased', async () => {
  // SQLite also stores times as text: PostgreSQL has a separate type.
  const shop = await openShop('postgres');
  const tables = await shop.context.db.queries.introspection.getTables();
  const columns = tables
    .filter(({ name }) => !MIGRATIONS.test(name))
    .flatMap(({ name, columns: all }) =>
      all.filter(({ dataType }) => isText(dataType)).map((column) => `${name}.${column.name}`),
    );
  await shop.close();

  const text = await readFile(DOCUMENT, 'utf8');
  const listed = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)])
    .map(([, name]) => name);
  expect(columns.filter((column) => !listed.includes(column))).toEqual([]);
  expect(listed.filter((name) => !columns.includes(name ?? ''))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

function isText(dataType: string): boolean {
  return /^(text|varchar|character|json|bytea)/.test(dataType);
}
