import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addCode } from '#server/testing/orders.ts';
import { databases, type TestShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

/** A query that waits for its own transaction would never end: this timeout reports it. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = sleep(milliseconds, null, { ref: false }).then(() => {
    throw new Error(`still waiting after ${milliseconds} ms`);
  });
  return Promise.race([work, late]);
}

describe.each(databases)('a transaction on %s', (kind) => {
  const shop = useShop(kind);

  const countCodes = () =>
    shop.context.db.queries.selectFrom('discount_codes').select('code').execute();

  test.each<[string, (shop: TestShop) => Promise<unknown>]>([
    ['a query', ({ context }) => context.db.queries.selectFrom('orders').selectAll().execute()],
    ['an insert', ({ context }) => addCode(context, 'AFUERA')],
    ['raw SQL', ({ context }) => sql`select 1`.execute(context.db.queries)],
    ['a transaction', ({ context }) => context.db.transaction(async () => 1)],
    ['a check of the database', ({ context }) => context.db.ping()],
    ['a connection', ({ context }) => context.db.queries.connection().execute(async () => 1)],
    [
      "the library's own transaction",
      ({ context }) => context.db.queries.transaction().execute(async () => 1),
    ],
  ])('rejects %s outside of it at once instead of hanging', async (_name, work) => {
    await expect(
      within(
        20_000,
        shop.context.db.transaction(() => work(shop)),
      ),
    ).rejects.toThrow('query outside of the running transaction');
    expect((await within(20_000, shop.call('/health'))).status).toBe(200);
    expect(await countCodes()).toEqual([]);
  });

  test('rejects it also after the work has waited for something else', async () => {
    const work = shop.context.db.transaction(async (tx) => {
      await tx.selectFrom('orders').select('id').execute();
      await sleep(5);
      return countCodes();
    });
    await expect(within(20_000, work)).rejects.toThrow('query outside of the running transaction');
  });

  test('allows queries of other callers meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const running = shop.context.db.transaction(async (tx) => {
      await tx.selectFrom('orders').select('id').execute();
      await gate.promise;
      return 'done';
    });
    const health = shop.call('/health');
    await sleep(20);
    gate.resolve();
    expect(await within(20_000, running)).toBe('done');
    expect((await within(20_000, health)).status).toBe(200);
  });
});
