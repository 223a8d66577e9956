import { beforeEach, describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { askPostgres } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { useFreshShop } from '#server/testing/use-shop.ts';

const ROWS = 2000;

describe('tables of PostgreSQL that were small', () => {
  let url: string;
  const shop = useFreshShop('postgres');
  beforeEach(async () => {
    url = String(shop.env.DATABASE_URL);
  });

  /** Often enough that each connection in use keeps one plan for a statement. */
  async function placeDozen(): Promise<void> {
    for (const imageUrl of await addPictures(shop.context, 12)) {
      placed(await shop.placeOrder(makeOrder({ images: [imageUrl] }), imageUrl));
    }
  }

  /** A connection reports what it has read when it ends. */
  async function countScans(table: string): Promise<{ scans: number; rows: number }> {
    await shop.restart();
    const [counts] = await askPostgres(
      url,
      `select seq_scan::integer, seq_tup_read::integer from pg_stat_user_tables
        where relname = '${table}'`,
    );
    const [scans, rows] = counts ?? [];
    return { scans: Number(scans), rows: Number(rows) };
  }

  /** Adds thousands of orders like the first one. */
  async function grow(): Promise<void> {
    const copies = [
      ['order_items', 'order_id'],
      ['orders', 'id'],
      ['idempotency_keys', 'key', 'order_id'],
    ];
    const inserts = copies.map(([table, ...ids]) => {
      const fresh = ids.map((id) => `'${id}', 'COPY' || n`).join(', ');
      return `insert into ${table} select fresh.*
        from (select one from ${table} as one limit 1) as first, generate_series(1, ${ROWS}) as n,
          jsonb_populate_record(first.one, jsonb_build_object(${fresh})) as fresh`;
    });
    await askPostgres(url, inserts.join(';'));
  }

  test('are read by their indexes once they have been analyzed again', async () => {
    await placeDozen();
    await askPostgres(url, 'analyze');
    await placeDozen();
    await grow();
    await shop.context.db.analyzeGrown();
    await placeDozen();
    expect((await countScans('idempotency_keys')).rows).toBeLessThan(ROWS);
  });

  test('are not read as a whole for the buyer of most orders', async () => {
    await placeDozen();
    await grow();
    await askPostgres(url, 'analyze');
    const before = await countScans('orders');
    await placeDozen();
    expect((await countScans('orders')).scans).toBe(before.scans);
  });
});
