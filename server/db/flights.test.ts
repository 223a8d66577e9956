import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, openShop, type TestShop } from '../testing/shop.ts';
import type { Tx } from './types.ts';

describe.each(databases)('statements sent together on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openShop(kind);
  });
  afterEach(() => shop.close());

  const city = (tx: Tx, name: string) =>
    tx.insertInto('geocoded_cities').values({ city: name, asked_at: 1 });
  const count = async () =>
    (await shop.context.db.queries.selectFrom('geocoded_cities').select('city').execute()).length;
  const readAll = (tx: Tx) => tx.selectFrom('geocoded_cities').select('city').compile();

  test('see each other in their order, and answer each with its own rows', async () => {
    const { db } = shop.context;
    const answers = await db.transaction((tx) =>
      db.askTogether(tx, [
        readAll(tx),
        city(tx, 'Chillán').returning('asked_at').compile(),
        null,
        readAll(tx),
      ]),
    );
    expect(answers).toEqual([[], [{ asked_at: 1 }], [], [{ city: 'Chillán' }]]);
  });

  test('stop at one that fails, whose error is told, and leave the connection as it was', async () => {
    const { db } = shop.context;
    const twice = db.transaction((tx) =>
      db.askTogether(tx, [
        city(tx, 'Talca').compile(),
        city(tx, 'Talca').returning('city').compile(),
        city(tx, 'Arica').returning('asked_at').compile(),
      ]),
    );
    await expect(twice).rejects.toThrow(/unique/i);
    expect(await count()).toBe(0);
    for (let turn = 0; turn < 12; turn += 1) {
      const [arica] = await db.transaction((tx) =>
        db.askTogether(tx, [city(tx, `Arica ${turn}`).returning('asked_at').compile()]),
      );
      expect(arica).toEqual([{ asked_at: 1 }]);
    }
  });

  test('go on when there are more than are kept: each answers with its own rows', async () => {
    const { db } = shop.context;
    for (let at = 0; at < 320; at += 1) {
      await sql`select ${at} + 0 as n, ${sql.lit(at)} as text`.execute(db.queries);
    }
    const ask = (tx: Tx, column: string, value: number) =>
      sql`select ${value} + 0 as ${sql.ref(column)}`.compile(tx);
    const answers = await db.transaction((tx) =>
      db.askTogether(tx, [
        ask(tx, 'one', 1),
        city(tx, 'Talca').returning('asked_at').compile(),
        ask(tx, 'two', 2),
        sql`delete from geocoded_cities where asked_at = ${7}`.compile(tx),
        ask(tx, 'one', 3),
      ]),
    );
    expect(answers).toEqual([[{ one: 1 }], [{ asked_at: 1 }], [{ two: 2 }], [], [{ one: 3 }]]);
    expect(await count()).toBe(1);
  });

  test('that come last are written with the commit, or not at all', async () => {
    const { db } = shop.context;
    const failing = db.transaction(async (tx) => {
      await db.writeLast(tx, [city(tx, 'Talca')]);
      throw new Error('the power fails');
    });
    await expect(failing).rejects.toThrow('the power fails');
    const twice = db.transaction((tx) =>
      db.writeLast(tx, [city(tx, 'Talca'), city(tx, 'Arica'), city(tx, 'Talca')]),
    );
    await expect(twice).rejects.toThrow(/unique/i);
    expect(await count()).toBe(0);
    await db.transaction((tx) => db.writeLast(tx, [city(tx, 'Talca'), city(tx, 'Arica')]));
    expect(await count()).toBe(2);
  });

  test('that come last are seen by whatever is asked after them', async () => {
    const { db } = shop.context;
    const seen = await db.transaction(async (tx) => {
      await db.writeLast(tx, [city(tx, 'Talca')]);
      return tx.selectFrom('geocoded_cities').select('city').execute();
    });
    expect(seen).toEqual([{ city: 'Talca' }]);
    expect(await count()).toBe(1);
  });

  test('fail with the commit when that is refused', async () => {
    const { db } = shop.context;
    const claim = { key: 'of no order', request_hash: '', order_id: 'NONE' };
    const orphan = db.transaction((tx) =>
      db.writeLast(tx, [city(tx, 'Talca'), tx.insertInto('idempotency_keys').values(claim)]),
    );
    await expect(orphan).rejects.toThrow(/foreign key/i);
    expect(await count()).toBe(0);
    await db.transaction((tx) => db.writeLast(tx, [city(tx, 'Talca')]));
    expect(await count()).toBe(1);
  });

  test('a transaction that asks nothing is none', async () => {
    const { db } = shop.context;
    expect(await db.transaction(async () => 'done')).toBe('done');
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db.queries);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test.runIf(kind === 'postgres')('a failure that somebody overlooks is no commit', async () => {
    const { db } = shop.context;
    const overlooked = db.transaction(async (tx) => {
      await city(tx, 'Talca').execute();
      await city(tx, 'Talca')
        .execute()
        .catch(() => undefined);
    });
    await expect(overlooked).rejects.toThrow();
    expect(await count()).toBe(0);
  });
});
