import { describe, expect, test } from 'vitest';
import { databases, useFreshShop } from '#server/testing/use-shop.ts';
import { pipeline, runAll } from './pipeline.ts';
import type { Tx } from './types.ts';

describe.each(databases)('pipelined statements on %s', (kind) => {
  const shop = useFreshShop(kind);

  const city = (tx: Tx, name: string) =>
    tx.insertInto('geocoded_cities').values({ city: name, requested_at: 1 });
  const readAll = (tx: Tx) => tx.selectFrom('geocoded_cities').select('city');
  const count = async () =>
    (await shop.context.db.queries.selectFrom('geocoded_cities').select('city').execute()).length;

  test('see each other in their order, and each returns its own rows', async () => {
    const results = await shop.context.db.transaction((tx) =>
      pipeline(tx, (run) =>
        Promise.all([
          run(readAll(tx)),
          run(city(tx, 'Chillán').returning('requested_at')),
          run(readAll(tx)),
        ]),
      ),
    );
    expect(results).toEqual([[], [{ requested_at: 1 }], [{ city: 'Chillán' }]]);
  });

  test('stop at one that fails with its error, and leave the connection usable', async () => {
    const { db } = shop.context;
    const twice = db.transaction((tx) =>
      runAll(tx, [city(tx, 'Talca'), city(tx, 'Talca'), city(tx, 'Arica')]),
    );
    await expect(twice).rejects.toThrow(/unique/i);
    expect(await count()).toBe(0);
    for (let turn = 0; turn < 12; turn += 1) {
      await db.transaction((tx) => runAll(tx, [city(tx, `Arica ${turn}`)]));
    }
    expect(await count()).toBe(12);
  });

  test('fail with the error of the first one, however late its sender reads it', async () => {
    const { db } = shop.context;
    const nested = db.transaction((tx) =>
      pipeline(tx, (run) =>
        Promise.all([
          Promise.all([run(city(tx, 'Talca')), Promise.all([run(city(tx, 'Talca'))])]),
          run(city(tx, 'Arica')),
        ]),
      ),
    );
    await expect(nested).rejects.toThrow(/unique/i);
    const ignored = db.transaction((tx) =>
      pipeline(tx, async (run) => {
        await Promise.allSettled([run(city(tx, 'Talca')), run(city(tx, 'Talca'))]);
      }),
    );
    await expect(ignored).rejects.toThrow(/unique/i);
    expect(await count()).toBe(0);
  });

  // As after a full disk.
  test.runIf(kind === 'sqlite')('are not run after one that rolls back by itself', async () => {
    const failing = shop.context.db.transaction((tx) =>
      runAll(tx, [city(tx, 'Talca'), city(tx, 'Talca').orRollback(), city(tx, 'Arica')]),
    );
    await expect(failing).rejects.toThrow(/unique/i);
    expect(await count()).toBe(0);
  });

  test('fail with the commit when that fails', async () => {
    const { db } = shop.context;
    const claim = { key: 'of no order', request_hash: '', order_id: 'NONE' };
    const orphan = db.transaction((tx) =>
      runAll(tx, [city(tx, 'Talca'), tx.insertInto('idempotency_keys').values(claim)]),
    );
    await expect(orphan).rejects.toThrow(/foreign key/i);
    expect(await count()).toBe(0);
    await db.transaction((tx) => runAll(tx, [city(tx, 'Talca')]));
    expect(await count()).toBe(1);
  });

  test.runIf(kind === 'postgres')('are not committed after an ignored failure', async () => {
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
