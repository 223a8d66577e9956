import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '../prices.ts';
import {
  choosePins,
  describePins,
  findUnoffered,
  groupPins,
  pinChoice,
  pricedChoice,
  priceLines,
} from './choice.ts';
import { DEFAULT_PRESS } from './pin.ts';
import { offeredPins } from './products.ts';

test('a priced picture says what a pin of it costs, and keeps what else is known of it', () => {
  const offered = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const [first] = offered;
  const pin = { ...first, finish: null };
  expect(priceLines(choosePins([{ quantity: 2, name: 'gato' }], offered))).toEqual([
    { quantity: 2, name: 'gato', pin, unitPrice: 1700 },
  ]);
});

test('a choice is taken out of what carries it, and told in a word', () => {
  const crop = { x: 0.5, y: 0.4, diameter: 0.8, rotation: 0, background: null };
  const picture = { quantity: 3, crop, name: 'gato', notes: '' };
  expect(pinChoice(picture)).toEqual({ quantity: 3, crop });
  expect(pricedChoice(picture)).toEqual({ quantity: 3 });
  const pins = { quantity: 3, product: { id: 'pin', name: 'Pin' }, finish: null };
  expect(describePins(pins)).toBe('×3');
  const small = { ...pins, product: { id: 'pin-32', name: '32 mm' } };
  expect(describePins(small)).toBe('×3 32 mm');
  const finish = { id: 'iman', name: 'Imán' };
  expect(describePins({ ...small, finish })).toBe('×3 32 mm con imán');
});

test('what a choice leaves out is the first on offer, and what is not on offer is named', () => {
  const [pin] = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const finishes = [
    { id: 'alfiler', name: 'Alfiler', extra: 0 },
    { id: 'iman', name: 'Imán', extra: 300 },
  ];
  const offered = [pin, { ...pin, id: 'pin-32', finishes }] as const;
  const choices = [{}, { product: 'pin-32' }, { product: 'pin-32', finish: 'iman' }];
  const images = choices.map((choice) => ({ quantity: 1, ...choice }));
  expect(choosePins(images, offered).map((line) => [line.pin.id, line.pin.finish?.id])).toEqual([
    ['pin', undefined],
    ['pin-32', 'alfiler'],
    ['pin-32', 'iman'],
  ]);
  expect(images.map((image) => findUnoffered(image, offered))).toEqual([null, null, null]);
  expect(findUnoffered({ quantity: 1, product: 'pin-44' }, offered)).toBe('product');
  expect(findUnoffered({ quantity: 1, finish: 'iman' }, offered)).toBe('finish');
  expect(findUnoffered({ quantity: 1, product: 'pin-32', finish: 'espejo' }, offered)).toBe(
    'finish',
  );
});

test('the pins of an order come to a line for each name and price', () => {
  const plain = { quantity: 2, product: { id: 'pin', name: 'Pin' }, finish: null, unitPrice: 1700 };
  const small = { ...plain, product: { id: 'pin-32', name: '32 mm' }, unitPrice: 1200 };
  expect(groupPins([plain, plain])).toEqual([{ quantity: 4, name: null, unitPrice: 1700 }]);
  expect(groupPins([plain, small, { ...small, unitPrice: 990 }, plain])).toEqual([
    { quantity: 4, name: null, unitPrice: 1700 },
    { quantity: 2, name: '32 mm', unitPrice: 1200 },
    { quantity: 2, name: '32 mm', unitPrice: 990 },
  ]);
});
