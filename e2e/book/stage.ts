import { type APIRequestContext, test as base, expect, type Page, request } from '@playwright/test';
import { DEFAULT_PROMISE } from '#domain/promise.ts';
import type { Settings } from '#domain/settings.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { callAs, placeOrder } from '#e2e/support/admin.ts';
import { forgetGeocoder } from '#e2e/support/database.ts';
import { answerWell, type MapServers, openMapServers } from '#e2e/support/map-servers.ts';
import { openPaidShop, type PaidShop } from '#e2e/support/paid-shop.ts';
import { type Shop, startShop } from '#e2e/support/server.ts';
import { openWebpayDouble, type WebpayDouble } from '#server/testing/webpay-double.ts';
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
  /** Opens that shop the first time. */
  openFull: () => Promise<FullShop>;
};

type Fixtures = {
  /** Whose session the browser has. */
  as: Who;
  /** The shop that offers all it can, instead of the demo's. */
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

/** A shop whose owner offers all that is off by default, with a provider of payments on this machine. */
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
export type Stage = {
  page: Page;
  shop: Shop;
  servers: MapServers;
  /** The shop of the walk, where it is the one that offers all. */
  full: FullShop | null;
};

/** A screen in one of its states. */
export type State = {
  name: string;
  /** Goes there from the state before it, and waits until it shows. */
  reach: (stage: Stage) => Promise<unknown>;
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
export type Walk = {
  name: string;
  as: Who;
  states: readonly State[];
  hasNoScript?: boolean;
  /**
   * It takes place in the shop that offers all it can; the short form of the visual checks leaves it
   * out.
   */
  inFullShop?: boolean;
  /** Its screens are built as those of another walk: the short form leaves it out too. */
  isVariant?: boolean;
};
