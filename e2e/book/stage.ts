import { type APIRequestContext, test as base, expect, type Page, request } from '@playwright/test';
import { callAs, placeOrder } from '#e2e/support/admin.ts';
import { forgetGeocoder } from '#e2e/support/database.ts';
import { answerWell, type MapServers, openMapServers } from '#e2e/support/map-servers.ts';
import { type Shop, startShop } from '#e2e/support/server.ts';
import { drawFiles } from './motifs.ts';

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

type Fixtures = {
  /** Whose session the browser has. */
  as: Who;
  stage: Stage;
};

export const test = base.extend<Fixtures, Worker>({
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
  as: ['guest', { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  storageState: async ({ sessions, as }, use) => use(sessions[as]),
  page: async ({ page, shop, servers, javaScriptEnabled }, use) => {
    servers.tiles.mode = 'works';
    answerWell(servers);
    forgetGeocoder(shop);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
    if (javaScriptEnabled) await page.clock.install();
    await use(page);
    expect(thrown).toEqual([]);
  },
  stage: async ({ page, shop, servers }, use) => use({ page, shop, servers }),
});

/** Who walks: the customer and the admin are those of the demo shop. */
export type Who = 'guest' | 'customer' | 'admin';

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

const accounts = {
  customer: { email: 'cliente@demo.cl', password: 'cliente demo 2026' },
  admin: { email: 'admin@demo.cl', password: 'admin demo 2026' },
} as const;

/** Signs in over the wire; the customer orders something, so that there is a saved address. */
async function openSession(shop: Shop, who: keyof typeof accounts): Promise<Session> {
  const { url: baseURL } = shop;
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const answer = await http.post('/api/identity/sign-in/email', { data: accounts[who] });
  expect(answer.ok()).toBe(true);
  if (who === 'customer') {
    const coordinates = { lat: -36.6066, lng: -72.1034 };
    const name = 'María José Ñanculef';
    const by = callAs(http);
    await placeOrder(shop, { by, name, coordinates, files: await drawFiles(9) });
  }
  // The walks are of a shop with one pin, as it is by default.
  if (who === 'admin') await callAs(http).call('DELETE', '/admin/settings/products');
  const session = await http.storageState();
  await http.dispose();
  return session;
}

async function openSessions(shop: Shop): Promise<Record<Who, Session>> {
  const customer = await openSession(shop, 'customer');
  const admin = await openSession(shop, 'admin');
  return { guest: { cookies: [], origins: [] }, customer, admin };
}

/** Where a walk takes place. */
export type Stage = { page: Page; shop: Shop; servers: MapServers };

/** A screen in one of its states. */
export type State = {
  name: string;
  /** Goes there from the state before it, and waits until it shows. */
  reach: (stage: Stage) => Promise<unknown>;
  /**
   * Differs from another state in its words alone, and no later state needs it: the short form of
   * the visual checks leaves it out.
   */
  isVariant?: boolean;
  /** It goes by itself after some seconds: the page's clock stands still for its pictures. */
  isBrief?: boolean;
  /**
   * What is taken: the whole page, or the window just as it stands. Otherwise it is the topmost
   * dialog or the wizard, in full height.
   */
  show?: 'page' | 'fold';
  /** A phone's window just as it stands is of interest too, with what sticks to its edges. */
  hasFold?: boolean;
};

/** States that one visitor sees one after the other. */
export type Walk = { name: string; as: Who; states: readonly State[]; hasNoScript?: boolean };
