import { describe, expect, test } from 'vitest';
import { readMetrics } from '#contract/orders/dashboard.ts';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { readSales } from '#contract/payments/sales.ts';
import { priceAt } from '#contract/testing/price-by-default.ts';
import { DEFAULT_PRICES, MAX_PRICE } from '#domain/orders/prices.ts';
import { MAX_IMAGES, MAX_QUANTITY } from '#domain/pins/images.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

const NOTES = '🧷'.repeat(500);
/** The largest whole number of 32 bits, PostgreSQL's `integer`. */
const MAX_INTEGER = 2_147_483_647;

describe.each(databases)('the largest orders at the highest prices on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  const prices = { ...DEFAULT_PRICES, pin: MAX_PRICE, shippingChillan: MAX_PRICE };

  async function largestOrder(code?: string): Promise<CreateOrderBody> {
    const { context } = adminShop.shop;
    const urls = await addPictures(context, MAX_IMAGES);
    const images = urls.map((imageUrl) => ({ imageUrl, quantity: MAX_QUANTITY, notes: NOTES }));
    const discount = code ? await addCode(context, code, { min_order_total: 1 }) : null;
    const body = makeOrder({ images });
    body.deliveryData.pricing = priceAt(prices, {
      images: body.images,
      ...body.deliveryData,
      discount,
    });
    return body;
  }

  test('are taken, and counted in every sum', async () => {
    const { ask, shop } = adminShop;
    await adminShop.saveSettings('prices', prices);
    const { items, deliveryData } = placed(await shop.placeOrder(await largestOrder()));
    expect(new Set(items.map(({ notes }) => notes))).toEqual(new Set([NOTES]));
    const full = deliveryData.pricing;
    expect(full.totalAmount).toBe((MAX_IMAGES * MAX_QUANTITY + 1) * MAX_PRICE);
    const reduced = placed(await shop.placeOrder(await largestOrder('DIEZ'))).deliveryData.pricing;
    expect(reduced.discountAmount).toBeGreaterThan(MAX_INTEGER);

    const revenue = full.totalAmount + reduced.totalAmount;
    const { total } = readSales.answer.parse((await ask('/orders/sales?by=week&last=1')).body);
    expect(total).toMatchObject({ orders: 2, revenue, averageOrder: revenue / 2 });
    const metrics = readMetrics.answer.parse((await ask('/dashboard/metrics?days=1')).body);
    expect(metrics).toMatchObject({ revenue, topCities: [{ revenue }] });
    expect((await ask('/discounts/')).body.discountCodes).toMatchObject([
      { revenue: reduced.totalAmount },
    ]);
    const file = await (await adminShop.fetchFile('/orders/export.csv')).text();
    expect(file).toContain(`;${reduced.discountAmount};`);
    expect(await findWrongSums(shop.context.db)).toEqual([]);
  });
});
