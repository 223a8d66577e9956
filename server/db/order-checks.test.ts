import { type Insertable, sql, type Updateable } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { toCropColumns } from '#server/features/uploads/crop-columns.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import type { Schema } from './types.ts';

type Order = Insertable<Schema['orders']>;
type Item = Insertable<Schema['order_items']>;

const CROP = toCropColumns(MIDDLE_CROP);
const NO_CROP = toCropColumns(null);
const ITEMS: readonly Partial<Item>[] = [{}, { quantity: 2 }];

describe.each(databases)('the orders on %s', (kind) => {
  let orders = 0;
  /** One pin of the first picture and two of the second, at 1,700 pesos each. */
  let placed: Order;
  let placedItem: Item;
  const shop = useShop(kind);
  beforeAll(async () => {
    const images = (await addPictures(shop.context, 2)).map((imageUrl, at) => ({
      ...{ imageUrl, quantity: at + 1 },
    }));
    await shop.placeOrder(makeOrder({ images }));
    placed = await findRow(shop.context, 'orders', {});
    placedItem = { ...(await findRow(shop.context, 'order_items', { position: 0 })), ...NO_CROP };
  });

  async function makeItem(order_id: string, change: Partial<Item>): Promise<Item> {
    const [url = ''] = await addPictures(shop.context, 1);
    return { ...placedItem, order_id, upload_id: pictureId(url) ?? '', ...change };
  }

  async function insertOrder(change: Partial<Order> = {}, items = ITEMS): Promise<string> {
    orders += 1;
    const id = `ORDER-${orders}`;
    const rows = await Promise.all(
      items.map((item, position) => makeItem(id, { position, ...item })),
    );
    await shop.context.db.transaction(async (tx) => {
      if (rows.length > 0) await tx.insertInto('order_items').values(rows).execute();
      await tx
        .insertInto('orders')
        .values({ ...placed, id, ...change })
        .execute();
    });
    return id;
  }

  async function insertItem(order_id: string, change: Partial<Item> = {}): Promise<void> {
    const item = await makeItem(order_id, change);
    await shop.context.db.queries.insertInto('order_items').values(item).execute();
  }

  test('accept a valid order, also with pins of several prices', async () => {
    await insertOrder();
    await insertOrder({ discount_amount: 5100, total_amount: 2500 });
    const figures = { images_total: 8000, total_amount: 10_500 };
    await insertOrder(figures, [{ unit_price: 3000 }, { quantity: 2, unit_price: 2500 }]);
  });

  test.each<[string, Partial<Order>]>([
    ['a total that is not the sum', { total_amount: 7599 }],
    ['a discount above the pins', { discount_amount: 5101, total_amount: 2499 }],
    ['a negative discount', { discount_amount: -1, total_amount: 7601 }],
    ['pins that are not count times price', { images_total: 5101, total_amount: 7601 }],
    ['half a peso', { discount_amount: 99.5, total_amount: 7500.5 }],
    ['negative shipping', { shipping_cost: -1, total_amount: 5099 }],
    ['no pins', { pins: 0 }],
    ['a total without its charge', { charges_total: 500 }],
    ['a charge that it does not have', { charges_total: 500, total_amount: 8100 }],
    ['an account as a guest', { owner_uid: 'somebody' }],
    ['an account without a name', { owner_kind: 'account' }],
    ['more given back than came in', { refunded_amount: 1 }],
  ])('refuse one with %s', async (_name, change) => {
    await expect(insertOrder(change)).rejects.toThrow(/check|integer|bigint/i);
  });

  test.each<[string, Partial<Item>[]]>([
    ['no item', []],
    ['a pin too many', [{}, { quantity: 3 }]],
    ['a pin too few', [{}, {}]],
    ['a pin sold for more', [{}, { quantity: 2, unit_price: 1701 }]],
    ['a pin sold for less', [{ unit_price: 1699 }, { quantity: 2 }]],
  ])('refuse one with %s', async (_name, items) => {
    await expect(insertOrder({}, items)).rejects.toThrow(/check/i);
  });

  test('reject a later change of the sum of pins, and accept one of the shipping', async () => {
    const id = await insertOrder();
    const change = (set: Updateable<Schema['orders']>) =>
      shop.context.db.queries.updateTable('orders').set(set).where('id', '=', id).execute();
    const dearer = { images_total: 5200, total_amount: 7700 };
    await expect(change(dearer)).rejects.toThrow(/check/i);
    await change({ shipping_cost: 4000, total_amount: 9100 });
  });

  test('refuse an unknown status', async () => {
    const change = sql`update orders set status = 'paid' where id = ${await insertOrder()}`;
    await expect(change.execute(shop.context.db.queries)).rejects.toThrow(/foreign key/i);
  });

  test.each<Partial<Item>>([
    { quantity: 0 },
    { quantity: 10_000 },
    { quantity: -1 },
    { quantity: 1.5 },
    { unit_price: -1 },
    { unit_price: 99.5 },
    { finish_name: 'Imán' },
    { face_mm: 70 },
    { safe_mm: 58 },
    { safe_mm: 0 },
    { crop_x: 0.5 },
    { crop_background: '#ffffff' },
    { ...CROP, crop_y: 1.01 },
    { ...CROP, crop_y: null },
    { ...CROP, crop_diameter: 0.04 },
    { ...CROP, crop_diameter: Number.POSITIVE_INFINITY },
    { ...CROP, crop_rotation: -181 },
    { ...CROP, crop_background: 'white' },
  ])('refuse an item with %j', async (change) => {
    const insert = insertItem(await insertOrder(), { position: 2, ...change });
    await expect(insert).rejects.toThrow(/check|integer|bigint/i);
  });

  test('accept an item with a crop', async () => {
    await expect(insertOrder({}, [CROP, { quantity: 2 }])).resolves.toContain('ORDER');
  });

  test('reject two items at one position, and items of no order', async () => {
    await expect(insertItem(await insertOrder())).rejects.toThrow(/unique/i);
    await expect(insertItem('NOBODYS')).rejects.toThrow(/foreign key/i);
  });

  test('protect their pictures from deletion, and are deleted together with their items', async () => {
    const order = await insertOrder();
    const { queries } = shop.context.db;
    await expect(queries.deleteFrom('uploads').execute()).rejects.toThrow(/foreign key/i);
    await queries.deleteFrom('orders').where('id', '=', order).execute();
    const items = queries.selectFrom('order_items').selectAll().where('order_id', '=', order);
    expect(await items.execute()).toEqual([]);
  });
});
