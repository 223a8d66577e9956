import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { describeCost, listKinds, missingOf } from './AddPicturesDialog.tsx';

const pickup = { place: 'Arauco 5', hours: '', price: 500 };
const shop = { prices: DEFAULT_PRICES, ways: { home: true as const, pickup, payOnArrival: true } };
const order = { agreedTotal: null, way: undefined, payShipping: undefined };

test('what pins cost is told with the shipping, as far as it is known', () => {
  expect(describeCost(order, 3400, shop)).toBe('$3.400 más el envío');
  expect(describeCost({ ...order, way: 'pickup' }, 3400, shop)).toBe('$3.900 en total');
  expect(describeCost({ ...order, payShipping: 'onArrival' }, 3400, shop)).toBe(
    '$3.400 sin el envío',
  );
  expect(describeCost({ ...order, agreedTotal: 5000 }, 3400, shop)).toBe(
    '$5.000 en total, como lo acordaron',
  );
});

test('each quoted pin has a name in the list of a picture', () => {
  const pin = { quantity: 30, product: { id: 'pin', name: 'Pin' }, finish: null, unitPrice: 1700 };
  const small = { ...pin, product: { id: '32', name: '32 mm' }, finish: { id: 'i', name: 'Imán' } };
  expect(listKinds([pin, small])).toEqual([
    ['0', 'Pin'],
    ['1', '32 mm con imán'],
  ]);
});

test('pictures that are chosen together share the quoted pins of one kind', () => {
  const pin = { quantity: 5, product: { id: 'pin', name: 'Pin' }, finish: null, unitPrice: 1700 };
  const share = (files: number) => {
    const pictures: ReturnType<typeof missingOf>[] = [];
    for (let left = files; left > 0; left -= 1) pictures.push(missingOf(pictures, [pin], left));
    return pictures.map(({ quantity }) => quantity);
  };
  expect([share(1), share(2), share(3)]).toEqual([[5], [3, 2], [2, 2, 1]]);
  expect(missingOf([], [pin, pin], 2)).toEqual({ kind: 0, quantity: 5 });
});
