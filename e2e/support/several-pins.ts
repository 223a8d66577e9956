import type { Product } from '#domain/pins/products.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { ADMIN, type Caller, openAccount, saveSettings } from './admin.ts';
import { type Shop, startShop } from './server.ts';
import { test as base } from './test.ts';

type Offer = (products: readonly Product[]) => Promise<void>;

/** A journey's `test` in its own shop with several pins; `offer` changes them. */
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
      const offer: Offer = (products) => saveSettings(admin, 'products', { products });
      await offer(PRODUCTS);
      await use(offer);
    },
    { auto: true },
  ],
});
