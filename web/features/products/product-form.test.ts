import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { defaultProducts, describeProduct, type Product } from '#domain/pins/products.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { readDraft, SENDING, writeDraft } from '#web/features/settings/draft.ts';
import { flatten, moveProduct, productForm, withProduct } from './product-form.ts';

const [first] = defaultProducts({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS });
if (!first) throw new Error('a shop has one product');
const pin: Product = first;
const small: Product = { ...PRODUCTS[1], id: 'chico', steps: [] };

/** Returns the result of a product's form after these fields are typed. */
function type(id: string | null, typed: Record<string, unknown>, products = [pin, small]) {
  const { fields, check } = productForm(products, id);
  const product = products.find((one) => one.id === id) ?? small;
  const read = readDraft(fields, writeDraft(flatten(product)));
  return check({ ...read, ...typed });
}

test('a product that is only looked at stays as it is, to the letter', () => {
  expect(type('chico', {}).values).toEqual(small);
  expect(type('pin', {}).values).toEqual(pin);
  const imageUrl = `/files/${'a'.repeat(24)}.webp`;
  const shown = { ...small, imageUrl, retired: true };
  expect(type('chico', {}, [pin, shown]).values).toEqual(shown);
});

test('its id is made of its first name, and stays when it is renamed', () => {
  expect(type(null, { name: '58 mm Espejo ñandú' }).values?.id).toBe('58-mm-espejo-nandu');
  expect(type(null, { name: 'Chico' }).values?.id).toBe('chico-2');
  expect(type(null, { name: 'Ω' }).values?.id).toBe('pin-2');
  expect(type(null, { name: 'ñ'.repeat(40) }).values?.id).toHaveLength(37);
  expect(type('chico', { name: 'Mini' }).values).toEqual({ ...small, name: 'Mini' });
});

test('a finish keeps its id, a further one gets one, and without an extra it costs nothing more', () => {
  const finishes = [
    { id: 'iman', name: 'Imán fuerte', extra: 400 },
    { name: 'Imán', extra: null },
  ];
  expect(type('chico', { finishes }).values?.finishes).toEqual([
    { id: 'iman', name: 'Imán fuerte', extra: 400 },
    { id: 'iman-2', name: 'Imán', extra: 0 },
  ]);
});

test.each([
  ['circles that do not nest', { faceMm: 50 }, 'faceMm'],
  ['a safe circle outside the face', { safeMm: 32 }, 'safeMm'],
  ['the name of another one', { name: 'PIN' }, 'name'],
  ['no name', { name: '' }, 'name'],
  ['a price out of bounds', { pin: 10_000_001 }, 'pin'],
  ['a finish without a name', { finishes: [{ name: '', extra: 0 }] }, 'finishes.0.name'],
  ['a picture that is on its way', { imageUrl: SENDING }, 'imageUrl'],
])('%s is named at its own field', (_, typed, field) => {
  const { values, problems } = type('chico', typed);
  expect(values).toBeNull();
  expect(Object.keys(problems)).toEqual([field]);
});

test('the last one on offer cannot be retired, another one can', () => {
  expect(type('chico', { retired: true }).values?.retired).toBe(true);
  const { problems } = type('chico', { retired: true }, [{ ...pin, retired: true }, small]);
  expect(problems).toEqual({ retired: 'Al menos un producto debe quedar a la venta' });
});

test('products change place, and one is told in a line', () => {
  const ids = (products: readonly Product[]) => products.map(({ id }) => id);
  expect(ids(moveProduct([pin, small], 'chico', -1))).toEqual(['chico', 'pin']);
  expect(ids(moveProduct([pin, small], 'pin', 1))).toEqual(['chico', 'pin']);
  expect(ids(moveProduct([pin, small], 'gone', 1))).toEqual(['pin', 'chico']);
  expect(ids(withProduct([pin], small))).toEqual(['pin', 'chico']);
  expect(withProduct([pin, small], { ...pin, price: 1 })).toEqual([{ ...pin, price: 1 }, small]);
  expect(describeProduct({ ...small, retired: true })).toBe(
    '32 mm: 32 mm · $1.200 · Alfiler, Imán (+$300) · retirado',
  );
});
