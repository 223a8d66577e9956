import type { Product } from '../pins/products.ts';

const FINISHES = [
  { id: 'alfiler', name: 'Alfiler', extra: 0 },
  { id: 'iman', name: 'Imán', extra: 300 },
];

/** Two sizes with two backs each, and a mirror. */
export const PRODUCTS = [
  {
    id: 'pin-58',
    name: '58 mm',
    press: { face: 58, cut: 70, safe: 51 },
    price: 1700,
    steps: [],
    finishes: FINISHES,
    retired: false,
  },
  {
    id: 'pin-32',
    name: '32 mm',
    press: { face: 32, cut: 43, safe: 27 },
    price: 1200,
    steps: [{ from: 10, price: 990 }],
    finishes: FINISHES,
    retired: false,
  },
  {
    id: 'espejo',
    name: 'Espejo de bolsillo',
    press: { face: 75, cut: 86, safe: 66 },
    price: 2900,
    steps: [],
    finishes: [],
    retired: false,
  },
] as const satisfies readonly Product[];
