import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { createDice } from '../demo/random.ts';
import { findWrongBooks } from '../testing/books.ts';
import { databases, type Home } from '../testing/database.ts';
import { createHome } from '../testing/home.ts';
import { openAgain } from '../testing/jobs.ts';
import { spawnShop } from '../testing/process.ts';
import { LONG, SEED, tell } from '../testing/seed.ts';
import { migrate } from './migrate.ts';

const ROUNDS = Number(process.env.TEST_ROUNDS ?? (LONG ? 20 : 2));
const PATIENCE_MS = LONG ? 900_000 : 120_000;
const ORDERS = LONG ? 1000 : 100;
/** The last migration before orders were searched and summed up, which takes the longest. */
const OLD = '003-accounts';
const CREATED = Date.parse('2026-01-05T12:00:00Z');

describe.each(databases)(
  'a shop on %s that is killed while it brings an old schema up to date',
  (kind) => {
    const homes: Home[] = [];
    afterEach(async () => {
      for (const home of homes.splice(0)) await home.remove();
    });

    async function openOldHome(): Promise<Home> {
      const home = await createHome(kind);
      homes.push(home);
      const { database, dataDir } = loadConfig(home.env);
      const { raw } =
        database.kind === 'postgres'
          ? (await import('./postgres.ts')).openPostgres(database.url)
          : (await import('./sqlite.ts')).openSqlite(dataDir);
      await migrate(raw, OLD);
      await raw.transaction().execute(async (tx) => {
        for (let at = 0; at < ORDERS; at += 1) {
          await sql`insert into uploads (id, mime_type, bytes, width, height, created_at, claimed_at)
          values (${`picture-${at}`}, 'image/png', 1, 1, 1, ${CREATED}, ${CREATED})`.execute(tx);
          await sql`insert into orders (id, created_at, status, version, user_email, full_name, phone,
          region, city, address, images_count, unique_images, price_per_image, images_total,
          discount_amount, subtotal_after_discount, shipping_cost, total_amount)
          values (${`OLD-${at}`}, ${CREATED + at}, 'pending', 1, 'ana@correo.cl', 'Ana', '912345678',
          'XVI', 'Chillán', 'Calle 1', 1, 1, 1700, 1700, 0, 1700, 2500, 4200)`.execute(tx);
          await sql`insert into order_items (order_id, position, upload_id, original_name, quantity)
          values (${`OLD-${at}`}, 0, ${`picture-${at}`}, 'a.png', 1)`.execute(tx);
        }
      });
      await raw.destroy();
      return home;
    }

    test('comes up with every order at the next start', { timeout: PATIENCE_MS }, async () => {
      tell(`${kind}: TEST_SEED=${SEED}`);
      const dice = createDice(SEED);
      const calibration = await openOldHome();
      const begin = performance.now();
      const first = spawnShop(calibration.env);
      await first.ready();
      const duration = performance.now() - begin;
      await first.kill();
      for (let round = 0; round < ROUNDS; round += 1) {
        const home = await openOldHome();
        const killed = spawnShop(home.env);
        await sleep(duration * (0.35 + (0.65 * (round + dice.roll())) / ROUNDS));
        await killed.kill();
        const next = spawnShop(home.env);
        await next.ready();
        await next.kill();
        const db = await openAgain(home);
        const { count } = await db.queries
          .selectFrom('orders')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        expect([count, await findWrongBooks(db)]).toEqual([ORDERS, []]);
        await db.close();
      }
    });
  },
);
