import { book } from './book/book.ts';
import { forgetGeocoder } from './support/database.ts';
import { hold } from './support/hold.ts';
import { CHOSEN, chooseComuna, OPEN_MAP, openMap, readPoint, surface } from './support/map.ts';
import { test } from './support/map-test.ts';
import { makePng } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect } from './support/test.ts';
import { button, fillDelivery, heading, placedText } from './support/wizard.ts';

const NO_TILES = 'No pudimos cargar las calles del mapa';

test('without tiles outline and cities are shown, the order is placed', async ({ page, map }) => {
  map.tiles.mode = 'fails';
  await openMap(page);
  await expect(page.getByText(NO_TILES)).toBeVisible();
  await book(page, 'map/no-streets');
  await expect(surface(page).getByText('Puente Alto', { exact: true })).toBeVisible();
  await expect(surface(page).locator('path.osm-map-land:not([d="M0 0"])').first()).toBeVisible();
  await surface(page).click({ position: { x: 150, y: 150 } });
  await expect(page.getByText(CHOSEN)).toBeVisible();
  const point = await readPoint(page);
  await fillDelivery(page, { region: 'RM', city: 'Santiago' });
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await expect(page.getByText(`${point?.lat.toFixed(6)}, ${point?.lng.toFixed(6)}`)).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/orders'));
  await button(page, 'Confirmar pedido').click();
  expect((await sent).postDataJSON().deliveryData.coordinates).toEqual(point);
  await expect(page.getByText(placedText)).toBeVisible();
});

test('tiles that come again are shown', { tag: '@long' }, async ({ page, map, shop }) => {
  map.tiles.mode = 'fails';
  map.tiles.asked.length = 0;
  await openMap(page);
  await expect(page.getByText(NO_TILES)).toBeVisible();
  const referrers = map.tiles.asked.map(({ referrer }) => referrer);
  expect(new Set(referrers)).toEqual(new Set([`${shop.url}/`]));
  await expect(surface(page).getByText('OpenStreetMap')).toBeVisible();
  await expect(surface(page).getByText('BCN')).toBeVisible();
  map.tiles.mode = 'works';
  await button(page, 'Acercar').click();
  await expect(page.getByText(NO_TILES)).toBeHidden();
});

test('a silent geocoder: the known place', { tag: '@long' }, async ({
  page,
  map: { geocoder },
  shop,
}) => {
  const label = (name: string) => surface(page).getByText(name, { exact: true });
  await openMap(page);
  geocoder.answer = () => undefined;
  await chooseComuna(page, 'Tucapel');
  await expect(page.getByText('Buscando Tucapel en el mapa...')).toBeVisible();
  await book(page, 'map/searching');
  await expect(label('Tucapel')).toBeAttached({ timeout: 9000 });
  await expect(page.getByText('Buscando Tucapel en el mapa...')).toBeHidden();

  // A point that is chosen meanwhile ends the search.
  forgetGeocoder(shop);
  geocoder.answer = () => undefined;
  await chooseComuna(page, 'Pinto');
  await surface(page).click({ position: { x: 150, y: 150 } });
  await expect(page.getByText(CHOSEN)).toBeVisible();
  await expect(page.getByText('Buscando Pinto en el mapa...')).toBeHidden();
});

test('a map that cannot be loaded can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.route(/assets\/osm-map-.*\.js/, (route) => route.abort());
  const release = await hold(page, /assets\/osm-map-.*\.js/);
  await openAtSummary(page, { files: [await makePng('pin.png')] });
  await button(page, 'Volver a editar').click();
  await button(page, OPEN_MAP).click();
  await expect(page.getByText('Cargando mapa...')).toBeVisible();
  await book(page, 'map/loading');
  release();
  await expect(page.getByRole('alert')).toContainText('No pudimos cargar el mapa');
  await book(page, 'map/failed');
  await expect(button(page, 'Reintentar')).toBeVisible();
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
});
