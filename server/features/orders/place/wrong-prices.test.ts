import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/shop.ts';
import { takeWrongOrders } from '#server/testing/wrong-orders.ts';

describe.each(databases)('an order of wrong prices on %s', (kind) => {
  const adminShop = takeWrongOrders(kind);

  test('figures that are no numbers', async () => {
    const { pricing } = adminShop.valid.deliveryData;
    const body = adminShop.withDelivery({
      pricing: { ...pricing, totalAmount: Number.NaN, imagesTotal: '1' },
    });
    await adminShop.expectRefusal(body, {
      'deliveryData.pricing.imagesTotal': 'Debe ser un número',
      'deliveryData.pricing.totalAmount': 'Debe ser un número',
    });
    const raw = JSON.stringify(adminShop.valid).replace(/"totalAmount":\d+/, '"totalAmount":1e999');
    const answer = await adminShop.shop.call('/api/orders', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
  });

  test('no pricing', async () => {
    await adminShop.expectRefusal(adminShop.withDelivery({ pricing: undefined }), {
      'deliveryData.pricing': 'Falta este dato',
    });
  });

  test.each([
    'imagesCount',
    'uniqueImages',
    'pricePerImage',
    'imagesTotal',
    'discountAmount',
    'subtotalAfterDiscount',
    'shippingCost',
    'totalAmount',
  ] as const)('a price tampered with in %s: 409 with the right one', async (figure) => {
    const { pricing } = adminShop.valid.deliveryData;
    for (const wrong of [pricing[figure] - 1, -1, 0.5, 1e308]) {
      const answer = await adminShop.shop.placeOrder(
        adminShop.withDelivery({ pricing: { ...pricing, [figure]: wrong } }),
      );
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        success: false,
        code: 'price_changed',
        message: 'El precio cambió. Revisa el nuevo total antes de confirmar',
        pricing,
      });
    }
  });
});
