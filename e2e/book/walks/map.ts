import { chooseComuna, expectOpen, OPEN_MAP, openMap, surface } from '../../support/map.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const [loading, finishLoading] = held('loading', /assets\/osm-map-.*\.js/, async ({ page }) => {
  await page.reload();
  await button(page, OPEN_MAP).click();
  await expect(page.getByText('Cargando mapa...')).toBeVisible();
});

export const map: Walk = {
  name: 'map',
  as: 'guest',
  states: [
    {
      name: 'open',
      hasFold: true,
      reach: async ({ page }) => {
        await openMap(page);
        await page.waitForTimeout(600);
      },
    },
    {
      name: 'searching',
      reach: async ({ page, servers }) => {
        servers.geocoder.answer = () => undefined;
        await chooseComuna(page, 'Tucapel');
        await expect(page.getByText('Buscando Tucapel en el mapa...')).toBeVisible();
      },
    },
    {
      name: 'point',
      reach: async ({ page }) => {
        await surface(page).click({ position: { x: 150, y: 180 } });
        await expect(button(page, 'Quitar el punto')).toBeVisible();
        await expect(page.getByText('✅ Punto de entrega marcado correctamente')).toBeHidden();
      },
    },
    {
      name: 'point-lost',
      reach: async ({ page }) => {
        await chooseComuna(page, 'Natales');
        await expect(page.getByText('Quitamos el punto del mapa')).toBeVisible();
      },
    },
    {
      name: 'no-streets',
      reach: async ({ page, servers }) => {
        servers.tiles.mode = 'fails';
        await page.reload();
        await button(page, OPEN_MAP).click();
        await expect(page.getByText('No pudimos cargar las calles del mapa')).toBeVisible();
        await expectOpen(page);
      },
    },
    loading,
    {
      name: 'failed',
      reach: async ({ page }) => {
        await finishLoading();
        await page.route(/assets\/osm-map-.*\.js/, (route) => route.abort());
        await page.reload();
        await button(page, OPEN_MAP).click();
        await expect(page.getByText('No pudimos cargar el mapa')).toBeVisible();
      },
    },
  ],
};
