import { test as base, type Page } from '@playwright/test';
import { ADMIN, type AdminShop, openAdmin } from './callers.ts';
import { type MapServers, openMapServers } from './map-servers.ts';
import { type Shop, startShop } from './server.ts';

export { expect } from '@playwright/test';

/** Blocks the site's photos: drawing them is a fifth of the cost of opening the shop. */
async function leaveOutPhotos(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setBlockedURLs', { urls: ['*/media/*.avif'] });
}

/**
 * A journey's `test`: each worker has its own shop, which `page.goto('/')` opens; its maps use
 * local servers; its page blocks the site's photos, unless `hasPhotos` or for the picture book. Files add no fixture of a
 * worker, but `beforeAll`: Playwright starts other workers, shops and browsers for each set of them.
 */
export const test = base.extend<
  { hasPhotos: boolean },
  { servers: MapServers; shop: Shop; adminShop: AdminShop }
>({
  servers: [
    // Playwright requires a pattern here even if nothing is used.
    async ({}, use) => {
      const servers = await openMapServers();
      await use(servers);
      await servers.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ servers: { tiles, geocoder } }, use) => {
      const shop = await startShop({
        ...{ ADMIN_EMAILS: ADMIN, MAP_TILES_URL: tiles.template, GEOCODER_URL: geocoder.url },
      });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  /** The same shop, once its admin is needed. */
  adminShop: [async ({ shop }, use) => use(await openAdmin(shop)), { scope: 'worker' }],
  baseURL: ({ shop }, use) => use(shop.url),
  hasPhotos: [false, { option: true }],
  page: async ({ page, hasPhotos }, use) => {
    if (!hasPhotos && process.env.BOOK === undefined) await leaveOutPhotos(page);
    await use(page);
  },
});
