import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { PRODUCTS } from '../testing/sample-products.ts';
import {
  anotherKind,
  choosePin,
  choosePins,
  countPictures,
  describeGroup,
  describeKinds,
  describePins,
  findUnoffered,
  groupLines,
  groupPins,
  kindChoice,
  kindName,
  listKinds,
  namesPin,
  type OrderedPin,
  offeredLines,
  orderedPin,
  pinChoice,
  pricedChoice,
  priceLines,
  quoteText,
  repeatChoice,
} from './choice.ts';
import { DEFAULT_PRESS } from './pin.ts';
import { offeredPins } from './products.ts';
import { FIRST_STYLE } from './text.ts';

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
  expect(describePins(small)).toBe('×3 · 32 mm');
  const finish = { id: 'iman', name: 'Imán' };
  expect(describePins({ ...small, finish })).toBe('×3 · 32 mm con imán');
  const magnet = { ...small, finish };
  expect(describeKinds([pins, pins])).toBe(null);
  expect(describeKinds([magnet, pins, magnet])).toBe('6 × 32 mm con imán, 3 × Pin');
});

test('what a choice leaves out is the first on offer, and what is not on offer is named', () => {
  const [pin] = offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
  const offered = [pin, { ...pin, id: 'pin-32', finishes: backs }] as const;
  const choices = [{}, { product: 'pin-32' }, { product: 'pin-32', finish: 'iman' }];
  const images = choices.map((choice) => ({ quantity: 1, ...choice }));
  expect(choosePins(images, offered).map((line) => [line.pin.id, line.pin.finish?.id])).toEqual([
    ['pin', undefined],
    ['pin-32', 'alfiler'],
    ['pin-32', 'iman'],
  ]);
  expect(images.map((image) => findUnoffered(image, offered))).toEqual([null, null, null]);
  expect(findUnoffered({ product: 'pin-44' }, offered)).toBe('product');
  expect(findUnoffered({ finish: 'iman' }, offered)).toBe('finish');
  expect(findUnoffered({ product: 'pin-32', finish: 'espejo' }, offered)).toBe('finish');
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

const backs = PRODUCTS[1].finishes;
const sizes = offeredPins({
  prices: DEFAULT_PRICES,
  press: DEFAULT_PRESS,
  products: ['58 mm', '32 mm', 'Espejo'].map((name, at) => ({
    ...{ id: `p${at}`, name, press: { face: 32, cut: 43, safe: 27 }, price: 1200 },
    ...{ steps: [{ from: 3, price: 1000 }], finishes: at < 2 ? backs : [] },
  })),
});

test('every product with each of its backs can be chosen', () => {
  expect(listKinds(sizes).map(kindName)).toEqual([
    '58 mm con alfiler',
    '58 mm con imán',
    '32 mm con alfiler',
    '32 mm con imán',
    'Espejo',
  ]);
  expect(listKinds(sizes).map(kindChoice)[1]).toEqual({ product: 'p0', finish: 'iman' });
  expect(listKinds(sizes).map((pin) => kindName(choosePin(kindChoice(pin), sizes)))).toEqual(
    listKinds(sizes).map(kindName),
  );
});

test('a picture comes as another size first, then with another back, until it comes as all', () => {
  const used = [{ product: 'p0', finish: 'iman' }];
  const found: string[] = [];
  for (let kind = anotherKind(sizes, used); kind; kind = anotherKind(sizes, used)) {
    found.push(kindName(kind));
    used.push({ product: kind.id, finish: kind.finish?.id ?? '' });
  }
  expect(found).toEqual(['32 mm con imán', 'Espejo', '58 mm con alfiler', '32 mm con alfiler']);
});

test('lines are told kind by kind, the steps by the pins of one product', () => {
  const choices = [
    { quantity: 2, product: 'p1', finish: 'iman' },
    { quantity: 1, product: 'p1' },
    { quantity: 1 },
  ];
  const groups = groupLines(priceLines(choosePins(choices, sizes)));
  expect(groups.map(describeGroup)).toEqual([
    '2 × 32 mm con imán, $1.300',
    '1 × 32 mm con alfiler, $1.000',
    '1 × 58 mm con alfiler, $1.200',
  ]);
  expect(describeGroup({ quantity: 1, name: null, unitPrice: 1700 })).toBe('1 × Pin, $1.700');
});

test('a picture that comes as several named pins counts once', () => {
  const [a, b] = [{ imageUrl: 'a' }, { imageUrl: 'b' }];
  expect(countPictures([a, a, b])).toBe(3);
  const named = { product: 'p1' };
  expect(countPictures([a, { ...a, ...named }, { ...a, finish: 'iman' }, { ...b, ...named }])).toBe(
    3,
  );
});

test('an ordered pin is taken out of its order, told with its text, and ordered once more', () => {
  const text = { ...FIRST_STYLE, value: 'Camila' };
  const crop = { x: 0.5, y: 0.4, diameter: 0.8, rotation: 0, background: null };
  const ordered: OrderedPin = {
    ...{ quantity: 3, crop, press: DEFAULT_PRESS, unitPrice: 1500, text },
    ...{ product: { id: 'pin-32', name: '32 mm' }, finish: { id: 'iman', name: 'Imán' } },
  };
  expect(orderedPin({ ...ordered, ...{ imageUrl: 'a' } })).toEqual(ordered);
  expect(describePins(ordered)).toBe('×3 «Camila» · 32 mm con imán');
  expect(repeatChoice(ordered)).toEqual({
    ...{ quantity: 3, crop, product: 'pin-32', finish: 'iman', text },
  });
  const { text: _, ...plain } = { ...ordered, finish: null };
  expect(orderedPin(plain)).toEqual(plain);
  expect(orderedPin(plain)).not.toHaveProperty('text');
  expect(quoteText({ ...plain, text: undefined })).toBeNull();
  expect(repeatChoice(plain)).toMatchObject({ finish: undefined, text: undefined });
  const choice = { quantity: 3, crop, product: 'pin-32', finish: 'iman', text };
  expect(pinChoice({ ...choice, ...{ imageUrl: 'a' } })).toEqual(choice);
  expect(pinChoice({ ...choice, text: null })).not.toHaveProperty('text');
});

test('a choice names its pin by product, finish or text', () => {
  expect(namesPin({ product: null, finish: null, text: null })).toBe(false);
  expect(namesPin({ product: 'pin-32' })).toBe(true);
  expect(namesPin({ finish: 'iman' })).toBe(true);
  expect(namesPin({ text: { ...FIRST_STYLE, value: 'Camila' } })).toBe(true);
});

test('a picture whose pin is no longer on offer waits, the others are priced', () => {
  const images = [
    { quantity: 1, product: 'p1', name: 'gato' },
    { quantity: 2, product: 'gone', name: 'perro' },
    { quantity: 3, product: 'p1', finish: 'espejo', name: 'pez' },
  ];
  expect(offeredLines(images, sizes).map(({ name, pin }) => [name, pin.id])).toEqual([
    ['gato', 'p1'],
  ]);
});
