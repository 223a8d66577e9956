import { describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { addCode, countRows, makeOrder, placed } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { placeOrder } from './place-order.ts';

describe.each(databases)('an order that fails in the middle on %s', (kind) => {
  const shop = useShop(kind);

  test('leaves nothing behind of what was written before', async () => {
    const discount = await addCode(shop.context, 'ADENTRO', { max_uses: 1 });
    const images = await addPictures(shop.context, 2);
    const body = makeOrder({ images, discount });
    const before = await countRows(shop.context);
    const { db } = shop.context;
    const failing = {
      ...shop.context,
      db: {
        ...db,
        transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
          db.transaction(async (tx) => {
            await work(tx);
            throw new Error('the power fails');
          }),
      },
    };
    await expect(
      placeOrder(failing, { body, buyer: null, key: 'fails', address: '' }),
    ).rejects.toThrow('the power fails');
    expect(await countRows(shop.context)).toEqual(before);
    expect(await usesOf('ADENTRO')).toBe(0);
    placed(await shop.placeOrder(body, 'fails'));
    expect(await usesOf('ADENTRO')).toBe(1);
  });

  test('leaves nothing behind when its number is taken', async () => {
    const first = placed(
      await shop.placeOrder(makeOrder({ images: await addPictures(shop.context, 1) })),
    );
    const before = await countRows(shop.context);
    const body = makeOrder({ images: await addPictures(shop.context, 1) });
    const context = { ...shop.context, newOrderId: () => first.id };
    await expect(
      placeOrder(context, { body, buyer: null, key: 'taken', address: '' }),
    ).rejects.toThrow();
    expect(await countRows(shop.context)).toEqual(before);
    placed(await shop.placeOrder(body, 'taken'));
  });

  const usesOf = async (code: string) =>
    (await findRow(shop.context, 'discount_codes', { code })).current_uses;
});
