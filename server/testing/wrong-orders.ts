import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import type { DatabaseKind } from './database.ts';
import { countRows, makeOrder } from './orders.ts';
import { openShop, type TestShop } from './shop.ts';

/** A shop that gets invalid orders, and a valid order that a test changes. */
export type WrongOrders = {
  shop: TestShop;
  /** URL of an uploaded picture. */
  picture: string;
  valid: CreateOrderBody;
  withDelivery: (change: Record<string, unknown>) => object;
  withImage: (change: Record<string, unknown>) => object;
  /** Sends an order that must be rejected with these texts by field. */
  expectRefusal: (body: unknown, fields: Record<string, string>) => Promise<void>;
};

/** Opens such a shop for a group of tests; none of their orders may be stored. */
export function takeWrongOrders(kind: DatabaseKind): WrongOrders {
  let shop: TestShop;
  let picture = '';
  let valid: CreateOrderBody;
  beforeAll(async () => {
    shop = await openShop(kind);
    [picture = ''] = await shop.uploadMany(1);
    valid = makeOrder({ images: [picture] });
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    expect(Object.values(await countRows(shop.context))).toEqual([0, 0, 0, 0]);
  });

  return {
    get shop() {
      return shop;
    },
    get picture() {
      return picture;
    },
    get valid() {
      return valid;
    },
    withDelivery: (change) => ({ ...valid, deliveryData: { ...valid.deliveryData, ...change } }),
    withImage: (change) => ({
      ...valid,
      images: valid.images.map((image) => ({ ...image, ...change })),
    }),
    expectRefusal: async (body, fields) => {
      const answer = await shop.placeOrder(body);
      expect(answer.body).toEqual({
        success: false,
        code: 'validation_failed',
        message: [...new Set(Object.values(fields))].join('. '),
        fields,
      });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  };
}
