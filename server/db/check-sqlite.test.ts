import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSqlite } from './check-sqlite.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pines-check-'));
  path = join(folder, 'shop.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

/** What of the schema is checked: one order of two pins for $1.000 each, and what is done to it. */
function write(damage: string) {
  const file = new BetterSqlite(path);
  file.exec(`
    create table orders (id text primary key, pins integer, images_total integer,
      charges_total integer, discount_amount integer, shipping_cost integer, total_amount integer);
    create table order_items (order_id text references orders (id), quantity integer,
      unit_price integer);
    create table codes (uses integer check (uses >= 0));
    create table order_charges (order_id text references orders (id), amount integer);
    insert into orders values ('A', 2, 2000, 0, 0, 0, 2000);
    insert into order_items values ('A', 2, 1000);`);
  file.pragma('foreign_keys = off');
  file.exec(damage);
  file.close();
}

test.each([
  ['nothing', '', []],
  [
    'a row without its order',
    "insert into order_charges values ('B', 0)",
    ['a row of order_charges names one of orders that is not there'],
  ],
  [
    'a value that its column does not take',
    'pragma ignore_check_constraints = on; insert into codes values (-1)',
    ['CHECK constraint failed in codes'],
  ],
  [
    'another total',
    "update orders set total_amount = 1999 where id = 'A'",
    ['order A is not the sum of its parts'],
  ],
])('%s is told in a line', (_what, damage, lines) => {
  write(damage);
  expect(checkSqlite(path)).toEqual(lines);
});

test('twenty lines of many are enough', () => {
  write(`insert into order_charges select 'B', value from json_each('[${Array(15).fill(0)}]');
    insert into orders select value, 1, 0, 0, 0, 0, 0 from json_each('[${[...Array(15).keys()]}]')`);
  expect(checkSqlite(path)).toHaveLength(20);
});

test('a file that is not there is told in a line, and not made', () => {
  expect(checkSqlite(path)).toEqual(['unable to open database file']);
  expect(existsSync(path)).toBe(false);
});
