import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { readSave } from './describe-setting.ts';

const now = { values: DEFAULT_PRICES, version: 3, isDefault: false, defaults: DEFAULT_PRICES };

test('an earlier save tells in what it differs from now, in words', () => {
  const { values, differences } = readSave(
    'prices',
    {
      values: {
        ...DEFAULT_PRICES,
        pin: 1500,
        steps: [{ from: 50, price: 1200 }],
        shippingByRegion: [{ region: 'XV', price: 7000 }],
      },
    },
    now,
  );
  expect(values).toMatchObject({ pin: 1500 });
  expect(differences).toMatchObject([
    { label: 'Precio por pin', text: '$1.500' },
    { label: 'Precios por cantidad', text: '50 pines, $1.200' },
    { label: 'Envío por región', text: 'Arica y Parinacota, $7.000' },
  ]);
});

test('a save of the defaults has their values', () => {
  expect(readSave('prices', { values: null }, now)).toEqual({
    values: DEFAULT_PRICES,
    differences: [],
  });
});
