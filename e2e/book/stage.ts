import { type APIRequestContext, test as base, expect, type Page, request } from '@playwright/test';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { callAs, placeOrder } from '#e2e/support/admin.ts';
import { forgetGeocoder } from '#e2e/support/database.ts';
import { answerWell, type MapServers, openMapServers } from '#e2e/support/map-servers.ts';
import { openPaidShop, type PaidShop } from '#e2e/support/paid-shop.ts';
import { type Shop, startShop } from '#e2e/support/server.ts';
import { openWebpayDouble, type WebpayDouble } from '#server/testing/webpay-double.ts';
import { drawFiles } from './motifs.ts';

export { expect } from '@playwright/test';

/** A seller with all fields set. */
const seller = {
  SHOP_EMAIL: 'hola@pines.example.cl',
  SHOP_WHATSAPP: '+56 9 8765 4321',
  SHOP_RUT: '76.543.210-3',
  SHOP_ADDRESS: 'Arauco 512, Chillán, Chile',
};

type Worker = {
  servers: MapServers;
  /** The demo shop, with its orders, codes and accounts. */
  shop: Shop;
  sessions: Record<Who, Session>;
  /** Opens the full shop on first use. */
  openFull: () => Promise<FullShop>;
};

type Fixtures = {
  /** Whose session the browser has. */
  as: Who;
  /** Uses the shop with all options instead of the demo shop. */
  inFullShop: boolean;
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
  openFull: [
    async ({ servers }, use) => {
      let opening: Promise<FullShop> | undefined;
      await use(() => {
        opening ??= openFullShop(servers);
        return opening;
      });
      await (await opening)?.close();
    },
    { scope: 'worker' },
  ],
  as: ['guest', { option: true }],
  inFullShop: [false, { option: true }],
  baseURL: async ({ shop, openFull, inFullShop }, use) =>
    use(inFullShop ? (await openFull()).shop.url : shop.url),
  storageState: async ({ sessions, as, openFull, inFullShop }, use) =>
    use(inFullShop && as === 'admin' ? (await openFull()).session : sessions[as]),
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
  stage: async ({ page, shop, servers, openFull, inFullShop }, use) => {
    const full = inFullShop ? await openFull() : null;
    await use({ page, servers, shop: full?.shop ?? shop, full });
  },
});

/** A shop with everything enabled that is off by default, and a local payment provider. */
export type FullShop = PaidShop<WebpayDouble> & { session: Session };

async function openFullShop({ tiles, geocoder }: MapServers): Promise<FullShop> {
  const maps = { MAP_TILES_URL: tiles.template, GEOCODER_URL: geocoder.url };
  const opened = await openPaidShop(await openWebpayDouble(), { ...maps, ...seller });
  for (const [group, values] of Object.entries(everything)) {
    const answer = await opened.admin.call('PUT', `/admin/settings/${group}`, {
      values,
      version: 0,
    });
    expect(answer).toMatchObject({ success: true });
  }
  return { ...opened, session: await opened.admin.http.storageState() };
}

const everything: Partial<Settings> = {
  products: { products: [...PRODUCTS] },
  delivery: { ...DEFAULT_PROMISE, regionDays: [{ region: 'XII', days: 4 }] },
  payment: {
    ...{ bank: 'Banco del Estado de Chile', accountType: 'CuentaRUT', account: '12.345.678' },
    ...{ holder: 'Rosa Pérez Soto', rut: '12.345.678-5', email: 'pagos@pines.example.cl' },
    words: 'Escribe el número del pedido en el mensaje de la transferencia.',
  },
  unpaid: { payDays: 5, reminders: [{ day: 2 }, { day: 4 }], cancels: true },
  ways: {
    ...{ branch: true, branchPrice: 3100, branches: [{ courier: 'Starken', branch: 'Centro' }] },
    ...{ pickup: true, pickupPrice: 0, pickupPlace: 'Arauco 512, Chillán' },
    ...{ pickupHours: 'Lunes a viernes de 10 a 18 h', payOnArrival: true },
  },
};

/** The user of a walk: customer and admin are those of the demo shop. */
export type Who = 'guest' | 'customer' | 'admin';

type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

const accounts = {
  customer: { email: 'cliente@demo.cl', password: 'cliente demo 2026' },
  admin: { email: 'admin@demo.cl', password: 'admin demo 2026' },
} as const;

/** Signs in by requests; the customer places an order, so that there is a saved address. */
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
  // The walks show a shop with one pin, the default.
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

/** The environment of a walk. */
export type Stage = {
  page: Page;
  shop: Shop;
  servers: MapServers;
  /** The full shop, if the walk takes place in it. */
  full: FullShop | null;
};

/** A screen in one of its states. */
export type State = {
  name: string;
  /** Reaches the state from the previous one, and waits until it is shown. */
  reach: (stage: Stage) => Promise<unknown>;
  /** It disappears after some seconds: the page's clock is paused for its pictures. */
  isBrief?: boolean;
  /**
   * What the picture shows: the whole page, or only the viewport. By default it is the topmost
   * dialog or the wizard, in full height.
   */
  show?: 'page' | 'fold';
  /** Also takes a phone's viewport, including sticky elements. */
  hasFold?: boolean;
};

/** States that one visitor sees in sequence. */
export type Walk = {
  name: string;
  as: Who;
  states: readonly State[];
  hasNoScript?: boolean;
  /** It takes place in the full shop. */
  inFullShop?: boolean;
};
