import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import type { Migration } from 'kysely/migration';
import { migrationNames, openDatabase } from '#server/db/database.ts';
import { BadBackup, DATABASE, type Manifest } from '#server/features/backup/manifest.ts';

/** Migrations after the released ones, for tests. */
export type Further = Readonly<Record<string, Migration>>;

/**
 * Compares everything that the database of a backup defines with what this shop's migrations make,
 * up to the backup's version: a trigger or a view would run as the shop's own code.
 * @throws BadBackup when it differs, or is of a later version
 */
export async function refuseForeignSchema(
  folder: string,
  { schema, version }: Pick<Manifest, 'schema' | 'version'>,
  further: Further,
): Promise<void> {
  const names = migrationNames(further);
  const at = names.indexOf(schema);
  if (at < 0) {
    throw new BadBackup(
      `la hizo una versión posterior de la tienda (${version}): actualiza esta tienda y restáurala después`,
    );
  }
  const own = join(folder, 'own');
  await mkdir(own);
  const database = { kind: 'sqlite' } as const;
  const empty = await openDatabase({ dataDir: own, database }, further, schema);
  await empty.close();
  const [wanted, found] = [own, folder].map((each) => readSchema(join(each, DATABASE)));
  if (!isDeepStrictEqual(found, wanted)) {
    throw new BadBackup('las tablas de su base de datos no son las de la tienda');
  }
}

function readSchema(path: string): unknown[] {
  const database = new BetterSqlite(path, { readonly: true });
  try {
    database.pragma('trusted_schema = OFF');
    return [
      database
        .prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name')
        .all(),
      database.prepare('select name from kysely_migration order by name').all(),
    ];
  } finally {
    database.close();
  }
}
