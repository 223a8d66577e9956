import { test as base } from '@playwright/test';
import { leaveUndrawn } from './drawing.ts';
import { type MapServers, openMapServers } from './map-servers.ts';
import { type Shop, startShop } from './server.ts';

export { expect } from '@playwright/test';

/**
 * A journey's `test`: each worker has its own shop, which `page.goto('/')` opens; its maps use
 * local servers; its page is not drawn unless `isDrawn`, or until `draw`. A journey that stops or
 * kills its shop must start its own by `startShop`.
 */
export const test = base.extend<{ isDrawn: boolean }, { servers: MapServers; shop: Shop }>({
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
      const shop = await startShop({ MAP_TILES_URL: tiles.template, GEOCODER_URL: geocoder.url });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  isDrawn: [false, { option: true }],
  page: async ({ page, isDrawn }, use) => {
    if (!isDrawn) await leaveUndrawn(page);
    await use(page);
  },
});
