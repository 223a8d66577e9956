import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

type Image = Partial<CreateOrderBody['images'][number]>;

describe.each(databases)('a picture that comes as several pins on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  /** An order of one picture, with an item for each argument. */
  async function order(...items: Image[]) {
    const [imageUrl = ''] = await addPictures(adminShop.shop.context, 1);
    return makeOrder({ images: items.map((item) => ({ imageUrl, ...item })) });
  }

  const countUploads = async () =>
    (await adminShop.shop.context.db.queries.selectFrom('uploads').select('id').execute()).length;

  test('is claimed once, however the pins differ', async () => {
    const before = await countUploads();
    const near = { ...MIDDLE_CROP, diameter: 0.5 };
    const named = { product: 'pin' };
    const body = await order(named, { ...named, crop: near }, { ...named, quantity: 9 });
    const { items, images, deliveryData } = placed(await adminShop.shop.placeOrder(body));
    expect(items.map(({ crop, quantity }) => [crop?.diameter, quantity])).toEqual([
      [undefined, 1],
      [0.5, 1],
      [undefined, 9],
    ]);
    expect(new Set(images).size).toBe(1);
    expect(deliveryData.pricing).toMatchObject({ imagesCount: 11, uniqueImages: 3 });
    expect(await countUploads()).toBe(before + 1);
    const again = await adminShop.shop.placeOrder(body);
    expect([again.status, again.body.code]).toEqual([409, 'image_already_ordered']);
  });

  test('may be one of the pins by default, but not two', async () => {
    placed(await adminShop.shop.placeOrder(await order({}, { product: 'pin' })));
    const twice = await adminShop.shop.placeOrder(await order({ product: 'pin' }, {}, {}));
    expect(twice.status).toBe(409);
    expect(twice.body.fields).toEqual({
      'images.2.imageUrl': 'Esta imagen ya es parte de un pedido',
    });
  });

  test('need not be named where the shop offers several', async () => {
    const finishes = [
      { id: 'alfiler', name: 'Alfiler', extra: 0 },
      { id: 'iman', name: 'Imán', extra: 0 },
    ];
    const { settings } = await adminShop.shop.context.settings.current();
    await adminShop.saveSettings('products', {
      products: [{ ...settings.products.products[0], finishes }],
    });
    const near = { ...MIDDLE_CROP, diameter: 0.5 };
    const twice = placed(await adminShop.shop.placeOrder(await order({}, { crop: near })));
    expect(twice.items.map(({ finish }) => finish?.name)).toEqual(['Alfiler', 'Alfiler']);
    await adminShop.ask('/settings/products', { method: 'DELETE' });
  });
});
