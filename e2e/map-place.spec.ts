import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { expectFits, expectTargets } from './support/checks.ts';
import { CHOSEN, marker, openMap, readPoint, surface } from './support/map.ts';
import { test } from './support/map-test.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { expect } from './support/test.ts';
import { button } from './support/wizard.ts';

const chillan = { latitude: -36.61, longitude: -72.1 };

const options = (page: Page) => page.getByRole('listbox', { name: 'Comunas' }).getByRole('option');

test("the buyer's place is asked for by a click: refused, found", async ({ page, context }) => {
  const alert = page.getByRole('alert');
  const locate = () => button(page, 'Usar mi ubicación').click();
  await context.setGeolocation({ latitude: -32.89, longitude: -68.84 });
  await openMap(page);
  await expect(page.getByText('La usamos solo para poner el marcador donde estás')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await locate();
  await expect(alert).toContainText('No tenemos permiso para ver tu ubicación');

  await context.grantPermissions(['geolocation']);
  await locate();
  await expect(alert).toHaveText('Ese punto está fuera de Chile. Solo enviamos dentro del país.');
  expect(await readPoint(page)).toBeNull();

  await context.setGeolocation(chillan);
  await locate();
  await expect.poll(() => readPoint(page)).toEqual({ lat: -36.61, lng: -72.1 });
  await expect(alert).toHaveCount(0);
  await expect(marker(page)).toBeVisible();
});

test.describe('with a finger on a narrow screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 700 } });

  test('a tap chooses; nothing is too wide or too small', { tag: '@long' }, async ({ page }) => {
    await openMap(page);
    await expectFits(page);
    await expectTargets(page);
    await surface(page).tap({ position: { x: 100, y: 120 } });
    await expect(page.getByText(CHOSEN)).toBeVisible();
    await expectFits(page);
    await button(page, 'Cerrar el mapa').click();
    expect(await readPoint(page)).not.toBeNull();
    await button(page, '¿No encuentras tu ciudad?').click();
    await page.getByLabel('Busca tu comuna').fill('san p');
    await expectFits(page);
    await expectTargets(page);
    await page.getByRole('option', { name: /San Pedro de Atacama/ }).tap();
    await expect(page.getByLabel('Ciudad')).toHaveValue('San Pedro de Atacama');
    await expect(page.getByLabel('Región')).toHaveValue('II');
    await expect(page.getByLabel('Ciudad')).toBeFocused();
  });
});

test('a commune that is found takes a far point away', { tag: '@long' }, async ({ page }) => {
  await openMap(page);
  await book(page, 'map/open', { hasFold: true });
  await surface(page).click({ position: { x: 150, y: 150 } });
  await expect(page.getByText(CHOSEN)).toBeVisible();
  await book(page, 'map/point');
  await button(page, '¿No encuentras tu ciudad?').click();
  await page.getByLabel('Busca tu comuna').fill('chill');
  await expect(options(page)).toHaveText(['Chillán Ñuble', 'Chillán Viejo Ñuble']);
  await options(page).first().click();
  await expect(page.getByText('Quitamos el punto del mapa')).toBeVisible();
  await book(page, 'map/point-lost');
});

test('communes are found by keyboard', { tag: '@long' }, async ({ page }) => {
  await openAtDelivery(page, [await makePng('pin.png')]);
  await button(page, '¿No encuentras tu ciudad?').press('Enter');
  const field = page.getByRole('combobox', { name: 'Busca tu comuna' });
  await expect(field).toBeFocused();
  await field.pressSequentially('SAN P');
  await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveText(
    'San Pablo Los Lagos',
  );
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', /-1$/);
  await book(page, 'delivery/comuna-search');
  await field.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.press('ArrowUp');
  await field.fill('zzz');
  await expect(page.getByText('Ninguna comuna se llama así')).toBeVisible();
  await book(page, 'delivery/comuna-unknown');
  await field.fill('ranquil');
  await field.press('Enter');
  await expect(page.getByLabel('Ciudad')).toHaveValue('Ránquil');
  await expect(page.getByLabel('Región')).toHaveValue('XVI');
  await expect(page.getByText(/con envío de \$4\.000/)).toBeVisible();
});
