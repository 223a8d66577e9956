import { describe, expect, test } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { isRare, STAGES } from '#domain/orders/order-stage.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { plansOf } from '#server/testing/plans-of.ts';
import { LONG } from '#server/testing/seed.ts';
import { databases } from '#server/testing/shop.ts';
import { useBusyShop } from '#server/testing/use-busy-shop.ts';
import { readWorkshop } from './admin-routes.ts';

describe.runIf(LONG).each(databases)('the board among many orders that are done, on %s', (kind) => {
  const shop = useBusyShop(kind);

  test('has the orders that still have to be made or sent, and no other', async () => {
    const wrong = await findWrongSums(shop.context.db);
    expect(wrong.filter((line) => line.includes('waits for'))).toEqual([]);
    const { counts } = await readWorkshop(shop.context.db.queries, { limit: 1 }, String);
    for (const stage of keysOf(STAGES)) {
      if (!isRare(stage) && stage !== 'proof')
        expect([stage, counts[stage] > 0]).toEqual([stage, true]);
    }
  });

  test('reads the index of those that are not, and only their rows', async () => {
    const first = await readWorkshop(shop.context.db.queries, { limit: 10 }, String);
    const cursor = first.nextCursor ?? undefined;
    for (const query of [
      { limit: 10 },
      { limit: 10, cursor },
      { limit: 10, waitsFor: 'print' },
    ] as const) {
      const plans = await plansOf(shop.context.db, (queries) =>
        readWorkshop(queries, query, String),
      );
      const ofOrders = plans.filter((plan) => /\borders(_\w+)?\b/.test(plan));
      expect(ofOrders).toHaveLength(3);
      for (const plan of ofOrders) {
        expect(plan).toMatch(/orders_in_workshop|INDEX orders_waiting|production_rounds_open/);
        expect(plan).not.toContain('TEMP B-TREE');
      }
      const scans = /SCAN (orders|order_items)(?! USING INDEX)|Seq Scan on (orders|order_items)/;
      expect(plans.filter((plan) => scans.test(plan))).toEqual([]);
    }
  });
});
