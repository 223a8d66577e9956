import { describe, expect, test } from 'vitest';
import { databases } from '../../../testing/shop.ts';
import { takeWrongOrders } from '../../../testing/wrong-orders.ts';

describe.each(databases)('an order of wrong prices on %s', (kind) => {
  const desk = takeWrongOrders(kind);

  test('figures that are no numbers', async () => {
    const { pricing } = desk.valid.deliveryData;
    const body = desk.withDelivery({
      pricing: { ...pricing, totalAmount: Number.NaN, imagesTotal: '1' },
    });
    await desk.expectRefusal(body, {
      'deliveryData.pricing.imagesTotal': 'Debe ser un número',
      'deliveryData.pricing.totalAmount': 'Debe ser un número',
    });
    const raw = JSON.stringify(desk.valid).replace(/"totalAmount":\d+/, '"totalAmount":1e999');
    const answer = await desk.shop.call('/api/orders', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
  });

  test('no pricing', async () => {
    await desk.expectRefusal(desk.withDelivery({ pricing: undefined }), {
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
    const { pricing } = desk.valid.deliveryData;
    for (const wrong of [pricing[figure] - 1, -1, 0.5, 1e308]) {
      const answer = await desk.shop.placeOrder(
        desk.withDelivery({ pricing: { ...pricing, [figure]: wrong } }),
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
