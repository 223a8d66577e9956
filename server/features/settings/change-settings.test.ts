import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import type { Product } from '#domain/pins/products.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { describeSave } from './change-settings.ts';

const [first, second] = PRODUCTS;
const save = (before: Product[], after: Product[]) =>
  describeSave({ products: before }, { products: after });

test('the trail names the settings that changed', () => {
  const after = { ...DEFAULT_PRICES, pin: 2000 };
  expect(describeSave(DEFAULT_PRICES, after)).toEqual([{ field: 'pin' }]);
});

test('and of products, which changed and what of them', () => {
  const dearer = { ...first, price: 1, imageUrl: '/files/a.webp' };
  expect(save([first, second], [dearer, second])).toEqual([
    { field: 'product', to: first.name },
    { field: 'pin' },
    { field: 'picture' },
  ]);
  expect(save([first], [first, second])).toEqual([
    { field: 'product', from: null, to: second.name },
  ]);
  expect(save([first, second], [second])).toEqual([
    { field: 'product', from: first.name, to: null },
  ]);
  expect(save([first, second], [second, first])).toEqual([{ field: 'productOrder' }]);
});
