import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAdminShop } from '#server/testing/use-shop.ts';
import { checkSqlite } from './db/check-sqlite.ts';
import { lookForDamage } from './features/health/look-for-damage.ts';
import { startJobs } from './start-shop.ts';
import { addPictures } from './testing/add-pictures.ts';
import { takeBackup } from './testing/backups.ts';
import { createRandom, flipByte } from './testing/flip.ts';
import { silent } from './testing/jobs.ts';
import { addCode, makeOrder, placed } from './testing/orders.ts';
import { runProgram } from './testing/run-program.ts';
import { LONG, report, SEED } from './testing/seed.ts';

const ROUNDS = LONG ? 3000 : 20;
const MAIN = join(import.meta.dirname, 'main.ts');

/** Returns the rows by table; null when the file cannot be read. */
function readRows(path: string): Map<string, string> | null {
  try {
    const database = new BetterSqlite(path, { readonly: true });
    const tables = database
      .prepare<[], { name: string }>(`select name from sqlite_schema where type = 'table'`)
      .all();
    const read = (name: string) =>
      JSON.stringify(database.prepare(`select * from "${name}"`).all());
    const rows = new Map(tables.map(({ name }) => [name, read(name)]));
    database.close();
    return rows;
  } catch {
    return null;
  }
}

describe('one byte that changes in the database', () => {
  let path = '';
  let whole = Buffer.alloc(0);
  const admin = useAdminShop('sqlite', { env: { PUBLIC_URL: 'http://127.0.0.1:3999' } });
  beforeAll(async () => {
    const { shop } = admin;
    await addCode(shop.context, 'PODRIDO');
    for (let count = 0; count < 30; count += 1) {
      const images = await addPictures(shop.context, 2);
      const delivery = { fullName: `Rosa Soto ${count}`, notes: null };
      placed(await shop.placeOrder(makeOrder({ images, delivery })));
    }
    path = join(shop.dataDir, 'shop.sqlite');
    await shop.leave();
    whole = await readFile(path);
  });

  test('is noticed in pages, indexes, amounts and references', async () => {
    const random = createRandom(SEED);
    const rows = readRows(path);
    const copy = join(admin.shop.dataDir, `${randomUUID()}.sqlite`);
    const counts = { noticed: 0, harmless: 0, unnoticed: 0 };
    expect(checkSqlite(path)).toEqual([]);
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeFile(copy, flipByte(whole, random).flipped);
      const isNoticed = checkSqlite(copy).length > 0;
      const isSame =
        !isNoticed &&
        JSON.stringify([...(readRows(copy) ?? [])]) === JSON.stringify([...(rows ?? [])]);
      counts[isNoticed ? 'noticed' : isSame ? 'harmless' : 'unnoticed'] += 1;
    }
    report(`rotten database: TEST_SEED=${SEED} ${JSON.stringify(counts)}`);
    // Unnoticed: data that no index, check or sum repeats (addresses, notes, the search index).
    if (LONG) expect(counts.unnoticed).toBeLessThan(counts.noticed / 2);
  });

  test.each([
    ['orders', 'total_amount'],
    ['orders', 'discount_amount'],
    ['orders', 'shipping_cost'],
    ['orders', 'pins'],
    ['orders', 'images_total'],
    ['order_items', 'quantity'],
    ['order_items', 'unit_price'],
  ])('is noticed where it changes %s.%s', async (table, column) => {
    const copy = join(admin.shop.dataDir, `${randomUUID()}.sqlite`);
    await writeFile(copy, whole);
    const file = new BetterSqlite(copy);
    // Damage on the disk bypasses the checks of statements.
    file.pragma('ignore_check_constraints = on');
    file.exec('drop trigger orders_sums_changed');
    file.exec(`update ${table} set ${column} = ${column} + 16
      where rowid = (select min(rowid) from ${table})`);
    file.close();
    expect(checkSqlite(copy)).not.toEqual([]);
  });

  test('in the header is a one-line error at the start', async () => {
    const broken = Buffer.from(whole);
    broken[3] = 0;
    await writeFile(path, broken);
    const { code, says } = await runProgram(MAIN, [], admin.shop.env);
    expect([code, says]).toEqual([1, expect.stringMatching(/^DATA_DIR: .*not a database\n$/)]);
    await writeFile(path, whole);
  });

  test('loses only the data in its page, is logged, and everything else works', async () => {
    const file = new BetterSqlite(path, { readonly: true });
    const page = file.prepare(`select rootpage from sqlite_schema where name = 'discount_codes'`);
    const at =
      (Number(page.pluck().get()) - 1) * Number(file.pragma('page_size', { simple: true }));
    file.close();
    const broken = Buffer.from(whole);
    broken[at] = 0x77;
    await writeFile(path, broken);
    await admin.shop.restart();
    const { shop, ask } = admin;
    const damaged: object[] = [];
    shop.context.damage.writeTo({ error: (facts) => void damaged.push(facts) });
    const stop = startJobs(shop.context, silent);

    const json = { code: 'PODRIDO', orderTotal: 1700 };
    expect((await shop.call('/api/discount-codes/validate', { json })).status).toBe(500);
    const images = await addPictures(shop.context, 1);
    placed(await shop.placeOrder(makeOrder({ images })));
    expect((await ask('/orders')).status).toBe(200);
    expect((await shop.call('/health')).status).toBe(200);
    await expect(takeBackup(admin, { pictures: false })).rejects.toThrow('the copy failed: error');
    await lookForDamage(shop.context);
    expect(JSON.stringify(damaged)).toMatch(/"database":".*(malformed|discount_codes|[Pp]age)/);
    await stop();
  });
});
