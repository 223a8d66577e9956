import { describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('an order to a commune on %s', (kind) => {
  const shop = useShop(kind);

  const order = async (region: string, city: string) => {
    const images = await addPictures(shop.context, 1);
    return shop.placeOrder(makeOrder({ images, delivery: { region, city } }));
  };

  test.each([
    ['XVI', 'Ránquil', 4000],
    ['XVI', 'Chillán Viejo', 2500],
    ['V', 'Isla de Pascua', 4000],
    ['XII', 'Puerto Natales', 4000],
    ['XII', 'Natales', 4000],
  ])('of its region is taken: %s, %s', async (region, city, shipping) => {
    const { deliveryData } = placed(await order(region, city));
    expect([deliveryData.city, deliveryData.pricing.shippingCost]).toEqual([city, shipping]);
  });

  test.each(['ránquil', 'Ranquil', 'RÁNQUIL'])('%s is stored as Ránquil', async (city) => {
    expect(placed(await order('XVI', city)).deliveryData.city).toBe('Ránquil');
  });

  test.each([
    ['VIII', 'Ránquil'],
    ['XVI', 'Ñipas'],
    ['', 'Ránquil'],
  ])('of another region, or no commune, is refused: %s, %s', async (region, city) => {
    const { status, body } = await order(region, city);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
