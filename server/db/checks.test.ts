import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DISCOUNT_TYPES } from '#domain/discounts/discounts.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { addCode } from '#server/testing/orders.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';

describe.each(databases)('the constraints of the database on %s', (kind) => {
  const shop = useShop(kind);

  test('allow the statuses and the types of codes of the domain', async () => {
    const { queries } = shop.context.db;
    const statuses = await queries.selectFrom('order_statuses').select('status').execute();
    expect(statuses.map(({ status }) => status).sort()).toEqual([...ORDER_STATUSES].sort());
    const types = await queries.selectFrom('discount_types').select('type').execute();
    expect(types.map(({ type }) => type).sort()).toEqual([...DISCOUNT_TYPES].sort());
  });

  test.each([
    ['more uses than it has', { max_uses: 2, current_uses: 3 }],
    ['two uses of a code for one', { multiple_use: 0, current_uses: 2 }],
    ['a negative number of uses', { current_uses: -1 }],
    ['no use at all', { max_uses: 0 }],
    ['more than 100 percent', { value_hundredths: 10_001 }],
    ['less than one percent', { value_hundredths: 99 }],
    ['a minimum of nothing', { min_order_total: 0 }],
    ['a negative revenue', { revenue: -1 }],
    ['less than one peso', { type: 'fixed', value_hundredths: 99 }],
  ] as const)('refuses a code with %s', async (_name, terms) => {
    await expect(addCode(shop.context, 'MALO', terms)).rejects.toThrow(/check/i);
  });

  test('reject a code of an unknown type', async () => {
    await addCode(shop.context, 'RARO');
    const change = sql`update discount_codes set type = 'gift' where code = 'RARO'`;
    await expect(change.execute(shop.context.db.queries)).rejects.toThrow(/foreign key/i);
  });

  test('allow a fixed code of any amount', async () => {
    await addCode(shop.context, 'ALTO', { type: 'fixed', value_hundredths: 5_000_000_000 });
  });

  test('reject a second redemption of one order and a key of no order', async () => {
    const { queries } = shop.context.db;
    await addCode(shop.context, 'DOS');
    const [order_id = ''] = await storeOrders(shop.context, { count: 1 });
    const redeem = () =>
      queries
        .insertInto('discount_redemptions')
        .values({ order_id, code: 'DOS', total_amount: 1 })
        .execute();
    await redeem();
    await expect(redeem()).rejects.toThrow(/unique/i);
    const key = { key: 'k', request_hash: 'h', order_id: 'NOBODYS' };
    await expect(queries.insertInto('idempotency_keys').values(key).execute()).rejects.toThrow(
      /foreign key/i,
    );
  });
});
