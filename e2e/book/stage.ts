import { test as base, expect } from '@playwright/test';
import { forgetGeocoder } from '../support/database.ts';
import { answerWell, type MapServers, openMapServers } from '../support/map-servers.ts';
import { type Shop, startShop } from '../support/server.ts';
import { openSessions, type Session, type Who } from './people.ts';
import type { Stage, Walk } from './walk.ts';

export { expect } from '@playwright/test';

/** A seller who tells everything about themselves. */
const seller = {
  SHOP_EMAIL: 'hola@pines.example.cl',
  SHOP_WHATSAPP: '+56 9 8765 4321',
  SHOP_RUT: '76.543.210-3',
  SHOP_ADDRESS: 'Arauco 512, Chillán, Chile',
};

type Worker = {
  servers: MapServers;
  /** The demo's shop, with its orders, codes and accounts. */
  shop: Shop;
  sessions: Record<Who, Session>;
};

/** Opens a browser for a walk. */
type Enter = (walk: Walk) => Promise<Stage>;

export const test = base.extend<{ enter: Enter }, Worker>({
  servers: [
    async ({}, use) => {
      const servers = await openMapServers();
      await use(servers);
      await servers.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ servers }, use) => {
      const maps = { MAP_TILES_URL: servers.tiles.template, GEOCODER_URL: servers.geocoder.url };
      const shop = await startShop({ ...maps, ...seller }, 'server/demo/main.ts');
      await expect.poll(shop.log, { timeout: 60_000 }).toContain('Discount codes');
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  sessions: [async ({ shop }, use) => use(await openSessions(shop)), { scope: 'worker' }],
  enter: async ({ browser, shop, servers, sessions }, use) => {
    const opened: { close: () => Promise<void> }[] = [];
    const thrown: string[] = [];
    await use(async ({ as, hasNoScript }) => {
      servers.tiles.mode = 'works';
      answerWell(servers);
      forgetGeocoder(shop);
      const context = await browser.newContext({
        baseURL: shop.url,
        storageState: sessions[as],
        javaScriptEnabled: !hasNoScript,
        reducedMotion: 'reduce',
      });
      opened.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
      if (!hasNoScript) await page.clock.install();
      return { page, shop, servers };
    });
    await Promise.all(opened.map((context) => context.close()));
    expect(thrown).toEqual([]);
  },
});
