import { join } from 'node:path';
import { type Shop, startShop } from '../support/server.ts';
import { test as base } from '../support/test.ts';
import { firebaseEnv, host } from './emulator.ts';

/** A journey's `test` in a shop whose users sign in at the emulator. */
export const test = base.extend<{ allowed: undefined }, { firebaseShop: Shop }>({
  firebaseShop: [
    async ({}, use) => {
      const shop = await startShop(firebaseEnv);
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ firebaseShop }, use) => use(firebaseShop.url),
  // Only this machine may be requested; Google's script is replaced by our own.
  allowed: [
    async ({ context, firebaseShop }, use) => {
      await context.route('**/*', async (route) => {
        const url = new URL(route.request().url());
        if (url.host === host || url.origin === firebaseShop.url) return route.continue();
        if (url.host !== 'apis.google.com') return route.abort();
        return route.fulfill({ path: join(import.meta.dirname, 'google-frames.js') });
      });
      await use(undefined);
    },
    { auto: true },
  ],
});
