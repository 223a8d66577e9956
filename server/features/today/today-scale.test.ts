import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/base/dates.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { readOverpaid } from '#server/features/payments/statistics.ts';
import { plansOf } from '#server/testing/plans-of.ts';
import { LONG } from '#server/testing/seed.ts';
import { databases } from '#server/testing/shop.ts';
import { useBusyShop } from '#server/testing/use-busy-shop.ts';
import { readGroups } from './read-today.ts';

describe.runIf(LONG).each(databases)(
  'what waits among many orders that are done, on %s',
  (kind) => {
    const shop = useBusyShop(kind);

    test('is read by the indexes of what is open, never by looking at all orders', async () => {
      const writer = { today: dayOf(Date.now()), shopName: 'Pines', payment: NO_PAYMENT_DETAILS };
      const { secret, publicUrl } = shop.context;
      const plans = await plansOf(shop.context.db, (queries) =>
        readGroups(queries, { ...writer, secret, publicUrl }),
      );
      const [first = ''] = plans;
      expect(first).toMatch(/orders_(waiting|in_workshop)/);
      expect(first).toContain('orders_left_unpaid');
      const scans =
        /SCAN (orders|production_rounds)(?! USING)|Seq Scan on (orders|production_rounds)/;
      expect(plans.filter((plan) => scans.test(plan))).toEqual([]);
    });

    test('and so is what was paid beyond the totals, for the sales', async () => {
      const days = { from: '2020-01-01', to: dayOf(Date.now()) };
      const plans = await plansOf(shop.context.db, (queries) => readOverpaid(queries, days));
      expect(plans).not.toEqual([]);
      expect(plans.join()).not.toMatch(/SCAN orders|Seq Scan on orders/);
    });
  },
);
