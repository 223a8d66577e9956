import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCode } from '../testing/orders.ts';
import { databases, openShop, type TestShop } from '../testing/shop.ts';
import type { OrdersTable } from './types.ts';

const ORDER: Omit<Insertable<OrdersTable>, 'id'> = {
  created_at: 1,
  status: 'pending',
  version: 1,
  full_name: 'Rosa',
  phone: '912345678',
  region: 'XVI',
  city: 'Chillán',
  address: 'Calle 1',
  images_count: 3,
  unique_images: 2,
  price_per_image: 1700,
  images_total: 5100,
  discount_amount: 100,
  subtotal_after_discount: 5000,
  shipping_cost: 2500,
  total_amount: 7500,
};

describe.each(databases)('the database itself on %s', (kind) => {
  let shop: TestShop;
  let orders = 0;
  beforeAll(async () => {
    shop = await openShop(kind);
  });
  afterAll(() => shop.close());

  async function insertOrder(change: Partial<Insertable<OrdersTable>> = {}): Promise<string> {
    orders += 1;
    const id = `ORDER-${orders}`;
    const { queries } = shop.context.db;
    await queries
      .insertInto('orders')
      .values({ ...ORDER, id, ...change })
      .execute();
    return id;
  }

  async function insertUpload(): Promise<string> {
    const id = shop.context.newUploadId();
    await shop.context.db.queries
      .insertInto('uploads')
      .values({ id, mime_type: 'image/png', bytes: 1, width: 1, height: 1, created_at: 1 })
      .execute();
    return id;
  }

  async function insertItem(order_id: string, quantity = 1, position = 0): Promise<void> {
    const item = {
      order_id,
      position,
      upload_id: await insertUpload(),
      original_name: 'x',
      quantity,
    };
    await shop.context.db.queries.insertInto('order_items').values(item).execute();
  }

  test('takes a right order', async () => {
    await insertItem(await insertOrder());
    await insertOrder({ discount_amount: 5100, subtotal_after_discount: 0, total_amount: 2500 });
  });

  test.each<[string, Partial<Insertable<OrdersTable>>]>([
    ['a total that is not the sum', { total_amount: 7499 }],
    [
      'a subtotal that is not the difference',
      { subtotal_after_discount: 4999, total_amount: 7499 },
    ],
    [
      'a discount above the pins',
      { discount_amount: 5101, subtotal_after_discount: -1, total_amount: 2499 },
    ],
    [
      'a negative discount',
      { discount_amount: -1, subtotal_after_discount: 5101, total_amount: 7601 },
    ],
    [
      'pins that are not count times price',
      { images_total: 5101, subtotal_after_discount: 5001, total_amount: 7501 },
    ],
    ['negative shipping', { shipping_cost: -1, total_amount: 4999 }],
    ['no picture', { unique_images: 0 }],
    ['fewer pins than pictures', { unique_images: 4 }],
  ])('refuses an order with %s', async (_name, change) => {
    await expect(insertOrder(change)).rejects.toThrow(/check/i);
  });

  test.each([0, 100, -1, 1.5])('refuses a quantity of %d', async (quantity) => {
    const order = await insertOrder();
    await expect(insertItem(order, quantity)).rejects.toThrow(/check|integer/i);
  });

  test('refuses an unknown status', async () => {
    const id = await insertOrder();
    const change = sql`update orders set status = 'paid' where id = ${id}`;
    await expect(change.execute(shop.context.db.queries)).rejects.toThrow(/check/i);
  });

  test('refuses two items at one place, and items of no order', async () => {
    const order = await insertOrder();
    await insertItem(order);
    await expect(insertItem(order)).rejects.toThrow(/unique/i);
    await expect(insertItem('NOBODYS')).rejects.toThrow(/foreign key/i);
  });

  test('keeps a picture as long as an order holds it', async () => {
    const order = await insertOrder();
    await insertItem(order);
    const { queries } = shop.context.db;
    await expect(queries.deleteFrom('uploads').execute()).rejects.toThrow(/foreign key/i);
    await queries.deleteFrom('orders').where('id', '=', order).execute();
    const items = await queries
      .selectFrom('order_items')
      .select('position')
      .where('order_id', '=', order)
      .execute();
    expect(items).toEqual([]);
  });

  test.each([
    ['more uses than it has', { max_uses: 2, current_uses: 3 }],
    ['two uses of a code for one', { multiple_use: 0, current_uses: 2 }],
    ['a negative number of uses', { current_uses: -1 }],
    ['no use at all', { max_uses: 0 }],
    ['more than 100 percent', { value_hundredths: 10_001 }],
    ['less than one', { value_hundredths: 99 }],
  ] as const)('refuses a code with %s', async (_name, terms) => {
    await expect(addCode(shop.context, 'MALO', terms)).rejects.toThrow(/check/i);
  });

  test('takes a fixed code of any height', async () => {
    await addCode(shop.context, 'ALTO', { type: 'fixed', value_hundredths: 5_000_000_000 });
  });

  test('refuses a second redemption of one order and a key of no order', async () => {
    const { queries } = shop.context.db;
    await addCode(shop.context, 'DOS');
    const order_id = await insertOrder();
    const redeem = () =>
      queries.insertInto('discount_redemptions').values({ order_id, code: 'DOS' }).execute();
    await redeem();
    await expect(redeem()).rejects.toThrow(/unique/i);
    const key = { key: 'k', request_hash: 'h', order_id: 'NOBODYS' };
    await expect(queries.insertInto('idempotency_keys').values(key).execute()).rejects.toThrow(
      /foreign key/i,
    );
  });

  test('holds whole pesos only', async () => {
    const half = { discount_amount: 99.5, subtotal_after_discount: 5000.5, total_amount: 7500.5 };
    await expect(insertOrder(half)).rejects.toThrow(/check|integer/i);
  });
});
