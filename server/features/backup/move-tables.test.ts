import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import { type Home, testOnAny } from '#server/testing/database.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { createHome } from '#server/testing/home.ts';
import { openAgain } from '#server/testing/jobs.ts';
import { readEverything } from '#server/testing/read-everything.ts';
import { runProgram } from '#server/testing/run-program.ts';
import { openShop } from '#server/testing/shop.ts';
import { moveTables } from './move-tables.ts';
import { movedTables } from './tables.ts';

const MOVE = join(import.meta.dirname, '../../operator/move-database.ts');

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('a shop on %s that moves to %s', (from, to) => {
  let adminShop: AdminShop;
  let other: Home;
  beforeEach(async () => {
    adminShop = await openAdminShop(from);
    other = await createHome(to);
  });
  afterEach(async () => {
    await adminShop.shop.close().catch(() => undefined);
    await other.remove();
  });

  /** The same data folder and secret with the other database. */
  const moved = (): Home => {
    const { DATABASE_URL: _old, ...env } = adminShop.shop.env;
    const { DATABASE_URL } = other.env;
    return {
      ...other,
      dataDir: adminShop.shop.dataDir,
      env: { ...env, ...(DATABASE_URL && { DATABASE_URL }) },
    };
  };
  const move = () => {
    const target = other.env.DATABASE_URL ?? 'sqlite';
    return runProgram(MOVE, [target], adminShop.shop.env);
  };

  testOnAny(from)('has every row, sum and session there, and does not move twice', async () => {
    const { id } = await adminShop.place({ pictures: 2 });
    const browser = openBrowser(adminShop.shop);
    await browser.signIn(ADMIN_EMAIL);
    const before = await readEverything(adminShop.shop.context.db, await movedTables());
    expect(before.identity_sessions?.length).toBeGreaterThan(0);
    expect(before.jobs?.length).toBeGreaterThan(0);
    await adminShop.shop.context.db.close();

    expect(await move()).toEqual({
      code: 0,
      says: expect.stringMatching(/^Se movieron \d+ filas: 1 pedidos, 2 pines, /),
    });
    const db = await openAgain(moved());
    expect(await readEverything(db, await movedTables())).toEqual(before);
    expect(await findWrongSums(db)).toEqual([]);
    await expect(moveTables(db, db)).rejects.toThrow('no está vacía');
    await db.close();

    const env = { ADMIN_EMAILS: ADMIN_EMAIL };
    const shop = await openShop(to, { env, isInjected: true, prepare: async () => moved() });
    const there = openBrowser(shop);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect((await there.call(`/api/admin/orders/${id}`)).body.order).toMatchObject({ id });
    await shop.leave();
  });

  test('is not moved when a row names a file outside of the storage', async () => {
    const { id } = await adminShop.place({ pictures: 1 });
    const { db } = adminShop.shop.context;
    await db.queries
      .insertInto('order_receipts')
      .values({
        ...{ order_id: id, n: 0, received_at: 1, file: '../victim.txt' },
        ...{ type: 'image/webp', bytes: 1 },
      })
      .execute();
    const target = await openDatabase(loadConfig(other.env));
    await expect(moveTables(db, target)).rejects.toThrow(
      'una fila de "order_receipts" nombra un archivo que ninguna tienda tiene, en "file"',
    );
    expect(await target.queries.selectFrom('orders').select('id').execute()).toEqual([]);
    await target.close();
  });
});

test('the snapshot of PostgreSQL may be idle as long as the other database needs', async () => {
  const homes = [await createHome('postgres'), await createHome('sqlite')] as const;
  const [from, to] = await Promise.all(homes.map(({ env }) => openDatabase(loadConfig(env))));
  if (!from || !to) throw new Error('no database');
  const timeouts: unknown[] = [];
  const readSnapshot: Database['readSnapshot'] = (work) =>
    from.readSnapshot(async (tx) => {
      const done = await work(tx);
      timeouts.push(...(await sql`show idle_in_transaction_session_timeout`.execute(tx)).rows);
      return done;
    });
  await moveTables({ ...from, readSnapshot }, to);
  expect(timeouts).toEqual([{ idle_in_transaction_session_timeout: '0' }]);
  await Promise.all([from.close(), to.close()]);
  await Promise.all(homes.map((home) => home.remove()));
});
