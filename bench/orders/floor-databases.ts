import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { type New, nameOrder, type TableRows, type Template, valuesOf } from './floor-template.ts';
import { PICTURES } from './load.ts';

/** Writes with the driver only; each returns the order's number after the commit. */
type Floor = {
  /** Exactly an order's rows, in as few statements as possible. */
  writeOrder(fresh: New): Promise<string>;
  /** The bare transaction: two rows without indexes of their own. */
  writeTwo(fresh: New): Promise<string>;
};

const BARE = `create table bare_orders (id text primary key, body text);
  create table bare_items (order_id text not null, position integer not null, body text)`;

/** Returns an insert whose parameters are numbered by `mark`. */
function insertOf({ table, columns, rows }: TableRows, mark: () => string): string {
  const values = rows.map(() => `(${columns.map(mark).join(', ')})`).join(', ');
  return `insert into ${table} (${columns.join(', ')}) values ${values}`;
}

export async function openPostgresFloor(url: string, template: Template): Promise<Floor> {
  // A plan made while the table is small would keep using a sequential scan for a list of pictures.
  const options = '-c enable_seqscan=off';
  const pool = new pg.Pool({ connectionString: url, max: 10, options });
  await pool.query(BARE);
  let count = 1;
  const mark = () => {
    count += 1;
    return `$${count}`;
  };
  const ids = Array.from({ length: PICTURES }, mark).join(', ');
  const inserts = template.map((rows, at) => `w${at} as (${insertOf(rows, mark)})`);
  // Not by the index of waiting pictures: see `isWaiting` in the shop's own claim.
  const text = `with claimed as (update uploads set claimed_at = $1, claimed_by = null, source = null
    where id in (${ids}) and coalesce(claimed_at, 0) = 0), ${inserts.join(', ')} select 1`;
  return {
    async writeOrder(fresh) {
      const names = nameOrder(fresh);
      const values = template.flatMap((rows) => valuesOf(rows, names));
      await pool.query({ name: 'order', text, values: [names.now, ...fresh.pictures, ...values] });
      return names.id;
    },
    async writeTwo(fresh) {
      const { id } = nameOrder(fresh);
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into bare_orders (id, body) values ($1, $2)', [id, fresh.key]);
      const item = [id, 0, fresh.pictures.join()];
      await client.query(
        'insert into bare_items (order_id, position, body) values ($1, $2, $3)',
        item,
      );
      await client.query('commit');
      client.release();
      return id;
    },
  };
}

export function openSqliteFloor(dataDir: string, template: Template): Floor {
  const database = new BetterSqlite(join(dataDir, 'shop.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.exec(BARE);
  const claim =
    database.prepare(`update uploads set claimed_at = ?, claimed_by = null, source = null
    where id = ? and claimed_at is null`);
  const inserts = template.map((rows) => ({
    rows,
    insert: database.prepare(insertOf(rows, () => '?')),
  }));
  const order = database.prepare('insert into bare_orders (id, body) values (?, ?)');
  const item = database.prepare(
    'insert into bare_items (order_id, position, body) values (?, ?, ?)',
  );
  const writeOrder = database.transaction((fresh: New) => {
    const names = nameOrder(fresh);
    for (const id of fresh.pictures) claim.run(names.now, id);
    for (const { rows, insert } of inserts) insert.run(valuesOf(rows, names));
    return names.id;
  });
  const writeTwo = database.transaction((fresh: New) => {
    const { id } = nameOrder(fresh);
    order.run(id, fresh.key);
    item.run(id, 0, fresh.pictures.join());
    return id;
  });
  return {
    writeOrder: async (fresh) => writeOrder(fresh),
    writeTwo: async (fresh) => writeTwo(fresh),
  };
}
