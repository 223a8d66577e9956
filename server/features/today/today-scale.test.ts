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
      // Of the parts that are shown, the orders' own rows are read by their key.
      const orders = plans.filter(
        (plan) => /\borders(_\w+)?\b/.test(plan) && !/order_links/.test(plan),
      );
      expect(orders).toHaveLength(13);
      for (const plan of orders)
        expect(plan).toMatch(
          /orders_(in_workshop|complained|reprinting|with_receipt|answered|waiting|asked_to_cancel|incomplete)|order_refunds|order_complaints|order_receipts|order_change_requests|orders_left_unpaid/,
        );
      // Receipts and unpaid orders: so few need no count.
      expect(plans.filter((plan) => plan.includes('orders_left_unpaid'))).toHaveLength(2);
      expect(
        plans.filter((plan) =>
          /SCAN orders(?! USING INDEX orders_incomplete)|Seq Scan on orders/.test(plan),
        ),
      ).toEqual([]);
    });

    test('and so is what was paid beyond the totals, for the sales', async () => {
      const days = { from: '2020-01-01', to: dayOf(Date.now()) };
      const plans = await plansOf(shop.context.db, (queries) => readOverpaid(queries, days));
      expect(plans).not.toEqual([]);
      expect(plans.join()).not.toMatch(/SCAN orders|Seq Scan on orders/);
    });
  },
);
