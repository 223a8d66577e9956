import { test as base } from '@playwright/test';
import { type Shop, startShop } from './server.ts';

export { expect } from '@playwright/test';

/**
 * A journey's `test`: each worker has its own shop, `page.goto('/')` opens it. A journey that
 * stops or kills its shop must start one of its own by `startShop`.
 */
export const test = base.extend<object, { shop: Shop }>({
  shop: [
    // Playwright wants a pattern here even when nothing is taken from it.
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});
