import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { askPostgres } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { openShop, type TestShop } from '#server/testing/shop.ts';

describe("an order on PostgreSQL that waits for another program's lock on a picture", () => {
  let shop: TestShop;
  let url: string;
  let images: string[];
  let others: pg.Client[];
  beforeEach(async () => {
    shop = await openShop('postgres');
    url = String(shop.env.DATABASE_URL);
    await askPostgres(
      url,
      `alter database ${new URL(url).pathname.slice(1)}
      set deadlock_timeout = '50ms'`,
    );
    await shop.restart();
    // An order claims them in this sequence: that of their rows.
    images = await addPictures(shop.context, 3);
    others = [0, 1].map(() => new pg.Client({ connectionString: url }));
    for (const other of others) {
      await other.connect();
      // The order's connection is the first to look for a deadlock, and gives way.
      await other.query("set deadlock_timeout = '1min'; begin");
    }
  });
  afterEach(async () => {
    for (const other of others) await other.end();
    await shop.close();
  });

  const lock = (other: pg.Client | undefined, imageUrl = '') =>
    other?.query('select id from uploads where id = $1 for update', [pictureId(imageUrl)]);

  /** Waits until some connections wait for locks. @returns the process of the one that waits longest */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const rows = await askPostgres(
        url,
        `select pid from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() order by query_start`,
      );
      expect(rows).toHaveLength(count);
      return Number(rows[0]?.[0]);
    }, 10_000);

  test('is a 503 when the database cancels it, and can be sent again', async () => {
    const [other] = others;
    await lock(other, images[1]);
    const order = shop.placeOrder(makeOrder({ images }), 'locked');
    await askPostgres(url, `select pg_cancel_backend(${await waiting(1)})`);
    const { status, body } = await order;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    await other?.query('rollback');
    placed(await shop.placeOrder(makeOrder({ images }), 'locked'));
  });

  test('is placed by another attempt after a deadlock', async () => {
    const [first, second] = others;
    await lock(first, images[1]);
    await lock(second, images[2]);
    const order = shop.placeOrder(makeOrder({ images }));
    await waiting(1);
    const locked = lock(second, images[0]);
    await waiting(2);
    await first?.query('rollback');
    await locked;
    await second?.query('rollback');
    placed(await order);
  });
});
