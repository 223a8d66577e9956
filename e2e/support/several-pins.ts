import type { Product } from '#domain/pins/products.ts';
import { ADMIN, type Caller, openAccount } from './admin.ts';
import { type Shop, startShop } from './server.ts';
import { test as base } from './test.ts';

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

type Offer = (products: readonly Product[]) => Promise<void>;

/** A journey's `test` in a shop of its own that sells several pins; `offer` makes it sell others. */
export const test = base.extend<{ offer: Offer }, { admin: Caller; shop: Shop }>({
  shop: [
    async ({}, use) => {
      const shop = await startShop({ ADMIN_EMAILS: ADMIN });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ shop }, use) => {
      const admin = await openAccount(shop, ADMIN);
      await use(admin);
      await admin.http.dispose();
    },
    { scope: 'worker' },
  ],
  offer: [
    async ({ admin }, use) => {
      const offer: Offer = async (products) => {
        const { settings } = (await admin.call('GET', '/admin/settings')) as {
          settings: { products: { version: number } };
        };
        const { version } = settings.products;
        const answer = await admin.call('PUT', '/admin/settings/products', {
          values: { products },
          version,
        });
        if (!answer.success) throw new Error(JSON.stringify(answer));
      };
      await offer(PRODUCTS);
      await use(offer);
    },
    { auto: true },
  ],
});
