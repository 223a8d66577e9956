import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { loadConfig } from '../config.ts';
import { databases, type Home } from '../testing/database.ts';
import { createHome } from '../testing/home.ts';
import type { Engine } from './engine.ts';
import * as initial from './migrations/001-initial.ts';
import * as jobs from './migrations/002-jobs.ts';
import * as accounts from './migrations/003-accounts.ts';
import * as admin from './migrations/004-admin.ts';

const before: readonly Migration[] = [initial, jobs, accounts];
const upgrade: Migration = admin;

/** More than the migration reads at once. */
const ORDERS = 1203;
const CREATED = Date.parse('2026-01-05T12:00:00Z');

describe.each(databases)('a shop from before the admin panel on %s', (kind) => {
  let home: Home;
  let engine: Engine;
  afterEach(async () => {
    await engine.raw.destroy();
    await home.remove();
  });

  async function openOldShop(): Promise<void> {
    home = await createHome(kind);
    const { database, dataDir } = loadConfig(home.env);
    engine =
      database.kind === 'postgres'
        ? (await import('./postgres.ts')).openPostgres(database.url)
        : (await import('./sqlite.ts')).openSqlite(dataDir);
    for (const { up } of before) await up(engine.raw);
    for (let at = 0; at < ORDERS; at += 1) {
      await sql`insert into orders (id, created_at, status, version, user_uid, user_email,
        full_name, phone, region, city, address, images_count, unique_images, price_per_image,
        images_total, discount_amount, subtotal_after_discount, shipping_cost, total_amount)
        values (${`OLD-${at}`}, ${CREATED + at}, ${at % 3 ? 'pending' : 'cancelled'}, 1,
        ${at % 2 ? 'u1' : null}, ${`persona${at}@correo.cl`}, 'José Ñuñez', '912345678', 'XVI',
        'Chillán', 'Calle 1', 1, 1, 1700, 1700, 0, 1700, 2500, 4200)`.execute(engine.raw);
    }
  }

  test('finds and sums up its old orders after the upgrade', async () => {
    await openOldShop();
    await engine.raw.transaction().execute((tx) => upgrade.up(tx));
    const find = (...terms: string[]) => engine.findOrders(engine.raw, terms, 5000);
    expect(await find('jose', 'nunez')).toHaveLength(ORDERS);
    expect(await find('persona1202@')).toEqual(['OLD-1202']);
    expect(await find('old-77')).toContain('OLD-77');

    const sums = await engine.raw
      .selectFrom('order_tallies')
      .select(['city', 'period', 'status', 'is_guest', 'orders', 'revenue'])
      .where('period', '=', '')
      .orderBy('status')
      .orderBy('is_guest')
      .execute();
    const all = { city: '', period: '' };
    expect(sums).toEqual([
      { ...all, status: 'cancelled', is_guest: 0, orders: 200, revenue: 200 * 4200 },
      { ...all, status: 'cancelled', is_guest: 1, orders: 201, revenue: 201 * 4200 },
      { ...all, status: 'pending', is_guest: 0, orders: 401, revenue: 401 * 4200 },
      { ...all, status: 'pending', is_guest: 1, orders: 401, revenue: 401 * 4200 },
    ]);
    const day = await engine.raw
      .selectFrom('order_tallies')
      .select(({ fn }) => fn.sum<number>('orders').as('orders'))
      .where('period', '=', dayOf(CREATED))
      .executeTakeFirstOrThrow();
    expect(day.orders).toBe(ORDERS);
    const city = await engine.raw
      .selectFrom('order_tallies')
      .select(['status', 'orders'])
      .where('city', '=', 'Chillán')
      .where('period', '=', '2026-01')
      .orderBy('status')
      .execute();
    expect(city).toEqual([
      { status: 'cancelled', orders: 401 },
      { status: 'pending', orders: 802 },
    ]);
  });

  test('its search follows changes, removals and a clean-up of the file', async () => {
    await openOldShop();
    await upgrade.up(engine.raw);
    const find = (term: string) => engine.findOrders(engine.raw, [term], 5000);
    await engine.raw
      .updateTable('order_search')
      .set({ text: 'otra persona' })
      .where('order_id', '=', 'OLD-5')
      .execute();
    await engine.raw.deleteFrom('orders').where('id', 'in', ['OLD-6', 'OLD-7']).execute();
    await sql`vacuum`.execute(engine.raw);
    expect(await find('otra persona')).toEqual(['OLD-5']);
    expect(await find('nunez')).toHaveLength(ORDERS - 3);
    expect(await find('persona6@')).toEqual([]);
  });
});
