import { blockGoogle, readGoogle, serveGoogle } from './support/google-double.ts';
import { chooseComuna, expectOpen, OPEN_MAP, surface } from './support/map.ts';
import { mapSuite } from './support/map-suite.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { type Shop, startShop } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { button, fillDelivery, heading } from './support/wizard.ts';

/** A shop with a key for Google's map, whose script is replaced by a double. */
let shop: Shop;

// In one worker: otherwise each worker would start a shop.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  shop = await startShop({ GOOGLE_MAPS_API_KEY: 'clave-de-prueba' });
});
test.afterAll(() => shop.remove());
// It is read for `beforeAll`, too.
test.use({ baseURL: async ({}, use) => use(shop?.url) });

test.beforeEach(({ page }) => serveGoogle(page));

test.describe('with Google', { tag: '@long' }, () => {
  mapSuite({
    test,
    readView: async (page) => (await readGoogle(page)).view,
    ranquil: { lat: -36.65, lng: -72.55 },
  });
});

const TITLE = 'Error al cargar Google Maps';
const TEXT = 'Verifica tu API key y que tengas habilitadas las APIs necesarias';

test("only an open map asks Google, by the shop's key, which it may refuse", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await openAtDelivery(page, [await makePng('pin.png')]);
  expect(asked.filter((host) => host.includes('google'))).toEqual([]);
  await button(page, OPEN_MAP).click();
  await expectOpen(page);
  await chooseComuna(page, 'Ránquil');
  await expect
    .poll(async () => (await readGoogle(page)).asked)
    .toEqual([{ address: 'Ránquil, Chile', componentRestrictions: { country: 'CL' } }]);
  expect((await readGoogle(page)).key).toBe('clave-de-prueba');

  await page.evaluate(() => Reflect.get(window, 'gm_authFailure')());
  await expect(page.getByRole('alert')).toContainText(TITLE);
  await expect(page.getByRole('alert')).toContainText(TEXT);
  await expect(surface(page)).toHaveCount(0);
});

test('a blocked script can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.unroute('https://maps.googleapis.com/maps/api/js**');
  await blockGoogle(page);
  await openAtDelivery(page, [await makePng('pin.png')]);
  await button(page, OPEN_MAP).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(TITLE);
  await expect(alert).toContainText(TEXT);
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await button(page, 'Volver a editar').click();
  await button(page, OPEN_MAP).click();
  await expect(alert).toContainText(TITLE);
  await page.unroute('https://maps.googleapis.com/**');
  await serveGoogle(page);
  await button(page, 'Reintentar').click();
  await expectOpen(page);
});
