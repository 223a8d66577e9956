import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '../prices.ts';
import { choosePins, describePins, pinChoice, pricedChoice, priceLines } from './choice.ts';
import { DEFAULT_PRESS } from './pin.ts';
import { offeredPins } from './products.ts';

test('a priced picture says what a pin of it costs, and keeps what else is known of it', () => {
  const offered = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const [pin] = offered;
  expect(priceLines(choosePins([{ quantity: 2, name: 'gato' }], offered))).toEqual([
    { quantity: 2, name: 'gato', pin, unitPrice: 1700 },
  ]);
});

test('a choice is taken out of what carries it, and told in a word', () => {
  const crop = { x: 0.5, y: 0.4, diameter: 0.8, rotation: 0, background: null };
  const picture = { quantity: 3, crop, name: 'gato', notes: '' };
  expect(pinChoice(picture)).toEqual({ quantity: 3, crop });
  expect(pricedChoice(picture)).toEqual({ quantity: 3 });
  expect(describePins(picture)).toBe('×3');
});
