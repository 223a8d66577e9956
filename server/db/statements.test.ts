import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { askPostgres } from '#server/testing/database.ts';
import { databases, useFreshShop } from '#server/testing/use-shop.ts';
import type { Queries } from './types.ts';

describe.each(databases)('repeated statements on %s', (kind) => {
  const shop = useFreshShop(kind);

  /** Like a newer version of the shop that runs at the same time. */
  async function addColumn(name: string): Promise<void> {
    const statement = `alter table discount_codes add column ${name} integer not null default 7`;
    if (kind === 'postgres') {
      await askPostgres(String(shop.env.DATABASE_URL), statement);
    } else {
      const database = new BetterSqlite(join(shop.dataDir, 'shop.sqlite'));
      database.exec(statement);
      database.close();
    }
  }

  const insert = (db: Queries, code: string) =>
    sql<object>`insert into discount_codes
      (code, name, type, value_hundredths, multiple_use, current_uses, is_active, created_at)
      values (${code}, 'Diez', 'percentage', 1000, 1, 0, 1, 1) returning *`.execute(db);

  test('see a column that another process has added meanwhile', async () => {
    const { queries, transaction } = shop.context.db;
    await insert(queries, 'UNO');
    await transaction((tx) => insert(tx, 'DOS'));
    await addColumn('first');
    expect((await insert(queries, 'TRES')).rows).toEqual([expect.objectContaining({ first: 7 })]);
    await addColumn('second');
    const { rows } = await transaction(async (tx) => {
      await tx.updateTable('discount_codes').set({ name: 'Otro' }).execute();
      return insert(tx, 'CUATRO');
    });
    expect(rows).toEqual([expect.objectContaining({ first: 7, second: 7 })]);
  });

  test('are prepared once, up to a limit', async () => {
    const { queries, transaction } = shop.context.db;
    const prepare = vi.spyOn(BetterSqlite.prototype, 'prepare');
    const countPrepared = (text: string) =>
      prepare.mock.calls.filter(([prepared]) => prepared.endsWith(text)).length;
    await transaction(async (tx) => {
      for (const at of [...Array(400).keys(), 398, 0]) {
        const { rows } = await sql`select ${at} + 0 as n, ${sql.lit(at)} as text`.execute(tx);
        expect(rows).toEqual([{ n: at, text: at }]);
      }
      if (kind === 'sqlite') {
        expect(
          [0, 100, 398].map((at) => countPrepared(`select ? + 0 as n, ${at} as text`)),
        ).toEqual([2, 1, 1]);
        return;
      }
      const { rows } = await sql<{ n: number }>`select count(*) as n
        from pg_prepared_statements`.execute(tx);
      expect(rows[0]?.n).toBeGreaterThan(250);
      expect(rows[0]?.n).toBeLessThanOrEqual(300);
    });
    prepare.mockRestore();
    await expect(queries.selectFrom('discount_codes').select('code').execute()).resolves.toEqual(
      [],
    );
  });

  test('are prepared once when their text begins on a new line', async () => {
    const prepare = vi.spyOn(BetterSqlite.prototype, 'prepare');
    await shop.context.db.transaction(async (tx) => {
      for (let at = 0; at < 3; at += 1) {
        await sql`
          select 7 as n`.execute(tx);
      }
      const statement = 'select 7 as n';
      if (kind === 'sqlite') {
        const texts = prepare.mock.calls.map(([text]) => text);
        expect(texts.filter((text) => text.includes(statement))).toHaveLength(1);
      } else {
        const { rows } = await sql`select statement from pg_prepared_statements
          where statement like ${`%${statement}`}`.execute(tx);
        expect(rows).toHaveLength(1);
      }
    });
    prepare.mockRestore();
  });
});
