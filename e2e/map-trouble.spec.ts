import type { GeocoderDouble } from '#server/testing/geocoder.ts';
import { CHOSEN, chooseComuna, OPEN_MAP, openMap, readPoint, surface } from './support/map.ts';
import { test } from './support/map-test.ts';
import { makePng } from './support/pictures.ts';
import { expect } from './support/test.ts';
import { button, fillDelivery, goToSummary, heading, placedText } from './support/wizard.ts';

const NO_TILES = 'No pudimos cargar las calles del mapa';

test('without tiles the outline and the names of cities stand in, and the order goes through', async ({
  page,
  map,
}) => {
  map.tiles.mode = 'fails';
  await openMap(page);
  await expect(page.getByText(NO_TILES)).toBeVisible();
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

test('the tile server is told whose page asks, and no more; tiles that come again are shown', async ({
  page,
  map,
  shop,
}) => {
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

test('a slow geocoder is waited for under a banner; what the buyer does meanwhile counts', async ({
  page,
  map,
}) => {
  map.geocoder.answer = () => undefined;
  await openMap(page);
  await chooseComuna(page, 'Pinto');
  await expect(page.getByText('Buscando Pinto en el mapa...')).toBeVisible();
  await surface(page).click({ position: { x: 150, y: 150 } });
  await expect(page.getByText(CHOSEN)).toBeVisible();
  await expect(page.getByText('Buscando Pinto en el mapa...')).toBeHidden();
  expect(await readPoint(page)).not.toBeNull();
});

const failures: Record<string, GeocoderDouble['answer']> = {
  'says nonsense': (_request, reply) => void reply.end('<html>'),
  'says nothing for long': () => undefined,
  'is down': (request) => void request.destroy(),
};
for (const [name, answer] of Object.entries(failures)) {
  test(`when the geocoder ${name}, the commune's known place is shown`, async ({ page, map }) => {
    map.geocoder.answer = answer;
    await openMap(page);
    await chooseComuna(page, 'Tucapel');
    const label = surface(page).getByText('Tucapel', { exact: true });
    await expect(label).toBeAttached({ timeout: 9000 });
    await expect(page.getByText('Buscando Tucapel en el mapa...')).toBeHidden();
  });
}

test('a map whose code does not come is told, and can be tried again', async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/assets\/osm-map-.*\.js/, async (route) => {
    await held;
    await route.abort();
  });
  await goToSummary(page, { files: [await makePng('pin.png')] });
  await button(page, 'Volver a editar').click();
  await button(page, OPEN_MAP).click();
  await expect(page.getByText('Cargando mapa...')).toBeVisible();
  letGo();
  await expect(page.getByRole('alert')).toContainText('No pudimos cargar el mapa');
  await expect(button(page, 'Reintentar')).toBeVisible();
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
});
