import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS, describeBack, describeMake, describeMakes, describeStart } from './pin.ts';
import { offeredPins } from './products.ts';

test('a pin says its size, and its back where there is no choice of backs', () => {
  const [pin] = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  expect(describeMake(pin)).toBe('58 mm, con alfiler atrás');
  const finishes = [{ id: 'iman', name: 'Imán', extra: 0 }];
  expect(describeMake({ ...pin, press: { ...pin.press, faceMm: 25.5 }, finishes })).toBe('25,5 mm');
});

test('home says which backs there are', () => {
  expect(describeBack({ finishes: [] })).toContain('alfiler');
  const finishes = ['Alfiler', 'Imán'].map((name) => ({ id: name, name, extra: 0 }));
  expect(describeBack({ finishes })).toBe('A elección: Alfiler, Imán.');
});

test('home says the lowest price and the sizes of all pins', () => {
  const offered = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const [pin] = offered;
  expect([describeStart(offered), describeMakes(offered)]).toEqual([
    '$1.700',
    '58 mm, con alfiler atrás',
  ]);
  const press = { ...pin.press, faceMm: 25.5 };
  const small = { ...pin, press, price: { pin: 1200, steps: [] } };
  expect([describeStart([pin, small]), describeMakes([pin, small])]).toEqual([
    'desde $1.200',
    '25,5 o 58 mm',
  ]);
  const sized = (...sizes: number[]) =>
    sizes.map((faceMm) => ({ ...pin, press: { ...press, faceMm } }));
  expect(describeMakes([pin, ...sized(32, 44, 32)])).toBe('32, 44 o 58 mm');
  expect(describeMakes([pin, ...sized(25, 32, 44, 75)])).toBe('25 a 75 mm');
  expect(describeMakes([pin, pin])).toBe('58 mm');
});

test('a pin inherits all of its product except press, price and picture', () => {
  const named = { id: 'p32', name: '32 mm', finishes: [], material: 'hojalata' };
  const product = {
    ...named,
    press: { face: 32, cut: 43, safe: 27 },
    ...{ price: 1200, steps: [], imageUrl: '/files/a.webp' },
  };
  const settings = { prices: DEFAULT_PRICES, press: DEFAULT_PRESS };
  const [pin] = offeredPins({ ...settings, products: [product] });
  expect(pin).toEqual({
    ...named,
    press: { faceMm: 32, cutMm: 43, safeMm: 27 },
    price: { pin: 1200, steps: [] },
  });
});
