import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '#server/db/database.ts';
import type { Schema } from '#server/db/types.ts';
import { loadOnce } from '#server/lib/load-once.ts';

/** Tables that are in no copy, and why. They move with a shop to another database. */
const leftOut = {
  order_links: 'links that open doors',
  opening_marks: 'a restored shop is tried anew',
  identity_sessions: 'open doors',
  identity_reset_links: 'links that open doors',
  identity_used_links: 'links that opened doors',
  identity_keys: 'sign tokens, and only the secret opens them',
  second_factors: 'only the secret opens them',
  second_factor_codes: 'only the secret opens them',
  second_factor_passes: 'belong to sessions',
  jobs: 'waiting mails contain links with credentials; sent twice they confuse',
  statements: 'the list is read again',
  statement_rows: 'the list is read again',
  payment_notices: 'a repeated notice changes nothing',
  payment_keys: 'of browsers that are paying just now',
  mail_counts: 'hashed by the secret',
  upload_sums: 'hashed by the secret',
  sheets: 'gone within a day',
  sheet_orders: 'gone within a day',
  nightly_copies: 'of the copies of this machine',
} as const satisfies Partial<Record<keyof Schema, string>>;

/** Tables that each database fills itself, and why: they are not moved, either. */
const ownOfDatabase = {
  health_checks: 'looked at anew',
  rate_limits: 'hashed by the secret',
  backups: 'gone within an hour',
  geocoded_cities: 'can be requested again',
  geocoder_turns: 'every shop begins with them',
  order_statuses: 'every shop begins with them',
  discount_types: 'every shop begins with them',
  order_search: 'made anew from the orders',
  order_statistics: 'counted anew from the orders',
  pin_statistics: 'counted anew from the orders',
  stale_statistics: 'counted anew from the orders',
} as const satisfies Partial<Record<keyof Schema, string>>;

export type BackedUpTable = Exclude<
  keyof Schema,
  keyof typeof leftOut | keyof typeof ownOfDatabase
>;

/** Columns that are empty in a copy: values that mean nothing without the secret. */
const BLANK: Readonly<Record<string, string>> = { uploads: 'source', movements: 'payer' };

/** A row, of either kind of database. */
export type Row = Readonly<Record<string, string | number | null>>;

export type Table = {
  name: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** A column that is read as empty. */
  blank?: string | undefined;
};

/** An empty database in memory, as the migrations up to one make it; by default all. */
export async function makeEmptyDatabase(last?: string): Promise<BetterSqlite.Database> {
  const database = new BetterSqlite(':memory:');
  await migrate(new Kysely({ dialect: new SqliteDialect({ database }) }), {}, last);
  return database;
}

/**
 * Returns the tables that move to another database, in the order of their creation: so a row
 * follows those that it refers to. An order follows its items and charges, which it is checked
 * against.
 */
export const movedTables = loadOnce(async (): Promise<Table[]> => {
  const database = await makeEmptyDatabase();
  const rows = database
    .prepare<[], { name: string; key: string }>(
      `select tables.name, json_group_array(columns.name order by columns.pk) as key
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and columns.pk > 0 and tables.name not like 'kysely%'
        and tables.name not like 'order_search%'
      group by tables.name
      order by iif(tables.name in ('order_items', 'order_charges'),
        (select rowid from sqlite_schema where name = 'orders') - 0.5, tables.rowid)`,
    )
    .all();
  database.close();
  return rows
    .filter(({ name }) => !(name in ownOfDatabase))
    .map(({ name, key }) => ({ name, key: JSON.parse(key) }));
});

/** Returns the tables of a copy: all but those whose content means nothing elsewhere. */
export async function backupTables(): Promise<Table[]> {
  const tables = await movedTables();
  return tables
    .filter(({ name }) => !(name in leftOut))
    .map((table) => ({ ...table, blank: BLANK[table.name] }));
}
