import { buffer } from 'node:stream/consumers';
import { type Locator, type Page, request } from '@playwright/test';
import yauzl from 'yauzl';
import { priceByDefault } from '#contract/testing/price-by-default.ts';
import type { Crop } from '#domain/pins/crops.ts';
import type { PinText } from '#domain/pins/text.ts';
import { type AdminShop, type Caller, GUEST } from './callers.ts';
import { makePng, type PickedFile } from './pictures.ts';
import type { Shop } from './server.ts';
import { test as base } from './test.ts';
import { button } from './wizard.ts';

export { expect } from '@playwright/test';

/**
 * A journey's `test` with a signed-in admin; `buyer` is a guest's page on a phone. Saved settings
 * are reset at its end.
 */
export const test = base.extend<{ buyer: Page; reset: undefined }>({
  storageState: ({ adminShop }, use) => use(adminShop.session),
  buyer: async ({ browser, adminShop }, use) => {
    const context = await browser.newContext({
      ...{ baseURL: adminShop.url, storageState: GUEST },
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await use(await context.newPage());
    await context.close();
  },
  reset: [
    async ({ adminShop: { admin } }, use) => {
      await use(undefined);
      const { settings } = (await admin.call('GET', '/admin/settings')) as {
        settings: Record<string, { isDefault: boolean }>;
      };
      for (const [group, { isDefault }] of Object.entries(settings))
        if (!isDefault) await admin.call('DELETE', `/admin/settings/${group}`);
    },
    { auto: true },
  ],
});

export type Seed = {
  name?: string;
  email?: string;
  phone?: string;
  region?: string;
  city?: string;
  address?: string;
  notes?: string | null;
  coordinates?: { lat: number; lng: number };
  code?: { code: string; type: 'percentage' | 'fixed'; value: number; name: string };
  files?: readonly PickedFile[];
  /** The crop of each file; omitted: the start crop. */
  crops?: readonly Crop[];
  /** The text on the pins of each. */
  texts?: readonly PinText[];
  quantity?: number;
  /** Places it for this account. */
  by?: Caller;
};

let pictures = 0;
const nextColor = () => `#${(pictures++ * 4321 + 0x335577).toString(16).slice(-6)}`;

/** Places an order through the API. @returns its id */
export async function placeOrder(shop: Shop, seed: Seed = {}): Promise<string> {
  const { name = 'Ana Pérez', quantity = 2, by } = seed;
  const files = seed.files ?? [await makePng('pin.png', { color: nextColor() })];
  const http = by?.http ?? (await request.newContext({ baseURL: shop.url }));
  const images = [];
  for (const [at, file] of files.entries()) {
    const answer = await http.post(`${shop.url}/api/upload`, { multipart: { image: file } });
    const { imageUrl } = await answer.json();
    const crop = seed.crops?.[at];
    images.push({
      imageUrl,
      originalName: file.name,
      quantity,
      notes: 'Con brillo',
      crop,
      text: seed.texts?.[at],
    });
  }
  const city = seed.city ?? 'Chillán';
  const deliveryData = {
    fullName: name,
    phone: seed.phone ?? '+56 9 1234 5678',
    ...(by ? {} : { email: seed.email ?? 'ana@ejemplo.cl' }),
    region: seed.region ?? 'XVI',
    city,
    address: seed.address ?? 'Av. Libertad 123',
    ...(seed.coordinates ? { coordinates: seed.coordinates } : {}),
    ...(seed.notes === null ? {} : { notes: seed.notes ?? 'Portón verde' }),
    pricing: priceByDefault({ images, city, discount: seed.code ?? null }),
  };
  const body = { images, deliveryData };
  if (by) {
    const json = await by.call('POST', '/orders', body);
    const { order } = json as { order?: { id: string } };
    if (!order) throw new Error(`order refused: ${JSON.stringify(json)}`);
    return order.id;
  }
  const answer = await http.post('/api/orders', { data: body });
  const json = await answer.json();
  await http.dispose();
  if (!answer.ok()) throw new Error(`order refused: ${JSON.stringify(json)}`);
  return json.order.id;
}

/** Places an order that is late and paid by transfer. @returns its id */
export async function placePaid({ admin, ...shop }: AdminShop, seed: Seed = {}): Promise<string> {
  const id = await placeOrder(shop, seed);
  const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
  await admin.call('PUT', `/admin/orders/${id}/payment`, payment);
  return id;
}

/** Saves some settings of a group by the API. */
export async function saveSettings({ call }: Caller, group: string, changes: object) {
  const { settings } = (await call('GET', '/admin/settings')) as {
    settings: Record<string, { values: object; version: number }>;
  };
  const { values, version } = settings[group] ?? { values: {}, version: 0 };
  const body = { values: { ...values, ...changes }, version };
  const answer = await call('PUT', `/admin/settings/${group}`, body);
  if (!answer.success) throw new Error(JSON.stringify(answer));
}

/** Opens a tab of the panel, on a phone by 'Más' if it is not among the first. */
export async function openPanel(page: Page, tab = 'Pedidos') {
  await page.goto('/');
  await button(page, 'Admin').click();
  const name = page.getByRole('tab', { name: tab, exact: true });
  const more = button(page, 'Más');
  await name.or(more).first().waitFor();
  if (!(await name.isVisible())) await more.click();
  await name.click();
}

/** An order of the list. */
export const orderRow = (page: Page, id: string) =>
  page
    .getByRole('list', { name: 'Pedidos', exact: true })
    .getByRole('listitem')
    .filter({ hasText: id });

/** The value of a named fact. */
export const fact = (place: Page | Locator, name: string) =>
  place.locator(`div:has(> dt:text-is("${name}")) > dd`);

/** Opens an order from the list, and unfolds some parts. @returns its window */
export async function openOrder(page: Page, id: string, ...parts: string[]): Promise<Locator> {
  await button(page, id).click();
  const order = page.getByRole('dialog', { name: `Pedido ${id}`, exact: true });
  await unfold(order, ...parts);
  return order;
}

/** Unfolds parts of an order's window that are still closed. */
export async function unfold(order: Locator, ...parts: string[]) {
  for (const name of parts) {
    const fold = part(order, name).locator('details').first();
    // A part that is empty is a button.
    const empty = part(order, name).getByRole('button', { name: `Abrir ${name}` });
    await fold.or(empty).first().waitFor();
    if (await empty.isVisible()) await empty.click();
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').first().click();
  }
}

export const part = (order: Locator, name: string) =>
  order.getByRole('region', { name, exact: true });

export type ZipEntry = { name: string; content: Buffer };

/** Unpacks a zip file. */
export async function readZip(file: Buffer): Promise<ZipEntry[]> {
  const zip = await yauzl.fromBufferPromise(file);
  const entries: ZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    entries.push({ name: entry.fileName, content: await buffer(stream) });
  }
  return entries;
}

/** Returns a code that no other journey in the same shop uses. */
export const newCode = () => `C${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
/** One code of the table. */
export const codeRow = (page: Page, code: string) =>
  page.getByRole('row').filter({ hasText: code });
/** Returns the texts of a code's cells, up to the buttons. */
export const readCells = (page: Page, code: string) =>
  codeRow(page, code)
    .locator('th, td')
    .evaluateAll((all) => all.slice(0, 7).map((cell) => cell.textContent));
