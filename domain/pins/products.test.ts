import { expect, test } from 'vitest';
import { DEFAULT_PRESS } from './pin.ts';
import { defaultProducts, offeredPins, offeredProducts, withFirst } from './products.ts';

const steps = [{ from: 10, price: 1500 }];
const first = { prices: { pin: 1700, steps }, press: DEFAULT_PRESS };
const [plain] = defaultProducts(first);

test('a shop that has set no products sells one pin, at its prices and by its press', () => {
  expect(defaultProducts(first)).toEqual([
    {
      ...{ id: 'pin', name: 'Pin', finishes: [], retired: false },
      ...{ press: { face: 58, cut: 70, safe: 51 }, price: 1700, steps },
    },
  ]);
  const press = { faceMm: 58, cutMm: 70, safeMm: 51 };
  expect(offeredPins(first)).toEqual([
    { id: 'pin', name: 'Pin', finishes: [], press, price: { pin: 1700, steps } },
  ]);
});

test('the first product on offer costs what the prices say, every other what it says itself', () => {
  const own = { press: { face: 32, cut: 43, safe: 27 }, price: 1200, steps: [] };
  const product = (id: string, retired = false) => ({
    ...plain,
    ...own,
    id,
    name: id,
    finishes: [],
    retired,
  });
  const products = [product('old', true), product('a'), product('b')];
  expect(withFirst(products, first)).toEqual([
    products[0],
    { ...products[1], press: { face: 58, cut: 70, safe: 51 }, price: 1700, steps },
    products[2],
  ]);
  expect(offeredProducts(products).map((each) => [each.id, 'retired' in each])).toEqual([
    ['a', false],
    ['b', false],
  ]);
});
