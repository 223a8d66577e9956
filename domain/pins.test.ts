import { expect, test } from 'vitest';
import { describePins, pinChoice, priceImages } from './pins.ts';

test('a priced picture says what a pin of it costs, and keeps what else is known of it', () => {
  expect(priceImages([{ quantity: 2, name: 'gato' }])).toEqual([
    { quantity: 2, name: 'gato', unitPrice: 1700 },
  ]);
});

test('a choice is taken out of what carries it, and told in a word', () => {
  const picture = { quantity: 3, name: 'gato', notes: '' };
  expect(pinChoice(picture)).toEqual({ quantity: 3 });
  expect(describePins(picture)).toBe('×3');
});
