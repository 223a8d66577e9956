import { expect, type Page } from '@playwright/test';
import {
  CHOSEN,
  chooseComuna,
  expectNear,
  marker,
  openMap,
  type Point,
  readPoint,
  surface,
  type View,
} from './map.ts';
import type { test as shopTest } from './test.ts';

const SANTIAGO = { lat: -33.4489, lng: -70.6693 };

type Suite = {
  test: typeof shopTest;
  /** Returns the map's centre, without using the map's own API. */
  readView: (page: Page) => Promise<View>;
  /** The position of Ránquil according to this map's geocoder. */
  ranquil: Point;
};

/** The map's centre may be between two pixels: a click hits one of them. In degrees. */
const PIXEL_AT_10 = 0.002;

/** Behaviour of every map for a buyer, with any provider. */
export function mapSuite({ test, readView, ranquil }: Suite) {
  const expectView = (page: Page, { lat, lng, zoom }: View) =>
    expect
      .poll(async () => {
        const view = await readView(page);
        const isThere = Math.hypot(view.lat - lat, view.lng - lng) < 0.01;
        return `${isThere ? 'there' : `${view.lat} ${view.lng}`} at ${view.zoom}`;
      })
      .toBe(`there at ${zoom}`);

  test('opens on Santiago; a click chooses a point, and the draft keeps it', async ({ page }) => {
    await openMap(page);
    await expect(surface(page)).toHaveCSS('height', '350px');
    await expectView(page, { ...SANTIAGO, zoom: 10 });
    await expect(marker(page)).toHaveCount(0);
    expect(await readPoint(page)).toBeNull();

    const { width = 0, height = 0 } = (await surface(page).boundingBox()) ?? {};
    await surface(page).click({ position: { x: width / 2 + 60, y: height / 2 } });
    await expect(page.getByText(CHOSEN)).toBeVisible();
    const aimed = moved(SANTIAGO, { right: 60, down: 0, zoom: 10 });
    await expectNear(() => readPoint(page), aimed, PIXEL_AT_10);
    const clicked = (await readPoint(page)) ?? aimed;
    await expectView(page, { ...clicked, zoom: 16 });
    await expect(marker(page)).toHaveCSS('border-radius', '50%');
    const { x, y } = await expectCentred(page);
    await expect(page.getByText(CHOSEN)).toBeHidden({ timeout: 4000 });

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 4 });
    await page.mouse.move(x + 80, y + 40, { steps: 4 });
    await page.mouse.up();
    const dropped = moved(clicked, { right: 80, down: 40, zoom: 16 });
    await expectNear(() => readPoint(page), dropped);
    const point = (await readPoint(page)) ?? SANTIAGO;

    await page.reload();
    await expectNear(() => readPoint(page), point, 1e-9);
    await page.getByRole('button', { name: 'Elegir el punto exacto' }).click();
    await expectView(page, { ...point, zoom: 16 });
    await expect(marker(page)).toBeVisible();
    await surface(page).click();
    await expect(page.getByText(CHOSEN)).toBeVisible();
    await page.getByRole('button', { name: 'Quitar el punto' }).click();
    await expect(page.getByText(CHOSEN)).toBeHidden({ timeout: 1000 });
    await expect(marker(page)).toHaveCount(0);
    expect(await readPoint(page)).toBeNull();
  });

  test('arrows move the marker, Enter sets, a city clears', { tag: '@long' }, async ({ page }) => {
    await openMap(page);
    await surface(page).focus();
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowDown'])
      await page.keyboard.press(key);
    await expect(marker(page)).toBeVisible();
    expect(await readPoint(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expectNear(() => readPoint(page), moved(SANTIAGO, { right: 72, down: 12, zoom: 10 }));
    const chosen = await readPoint(page);
    for (let moves = 0; moves < 8; moves += 1) await page.keyboard.press('Shift+ArrowUp');
    await expect(marker(page)).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await readPoint(page)).toEqual(chosen);
    const { zoom } = await readView(page);
    await page.getByRole('button', { name: 'Acercar' }).click();
    await expect.poll(async () => (await readView(page)).zoom).toBe(zoom + 1);

    await page.getByLabel('Región').selectOption('RM');
    await page.getByLabel('Ciudad').selectOption('Santiago');
    expect(await readPoint(page)).toEqual(chosen);
    await page.getByLabel('Región').selectOption('XVI');
    await page.getByLabel('Ciudad').selectOption('Chillán');
    await expect(page.getByText('Quitamos el punto del mapa')).toBeVisible();
    expect(await readPoint(page)).toBeNull();
    await expect(marker(page)).toHaveCount(0);
  });

  test('follows the city, known or asked for', { tag: '@long' }, async ({ page }) => {
    await openMap(page);
    await page.getByLabel('Región').selectOption('XVI');
    await page.getByLabel('Ciudad').selectOption('Chillán');
    await expectView(page, { lat: -36.6066, lng: -72.1034, zoom: 13 });
    await chooseComuna(page, 'San Vicente');
    await expectView(page, { lat: -34.4386, lng: -71.0775, zoom: 13 });
    await chooseComuna(page, 'Natales');
    await expect(page.getByLabel('Región')).toHaveValue('XII');
    await expectView(page, { lat: -51.7299, lng: -72.506, zoom: 13 });
    await chooseComuna(page, 'Ránquil');
    await expectView(page, { ...ranquil, zoom: 10 });
    await chooseComuna(page, 'Ninhue');
    await expectView(page, { lat: -36.3942, lng: -72.3987, zoom: 10 });
    await chooseComuna(page, 'Antártica');
    await expect(page.getByText('Buscando Antártica en el mapa...')).toBeHidden();
    await expectView(page, { lat: -36.3942, lng: -72.3987, zoom: 10 });
  });
}

type Way = { right: number; down: number; zoom: number };

/** Returns the end of a short move on the map, for which the earth is flat. */
function moved({ lat, lng }: Point, { right, down, zoom }: Way): Point {
  const degrees = 360 / (256 * 2 ** zoom);
  return {
    lat: lat - down * degrees * Math.cos((lat * Math.PI) / 180),
    lng: lng + right * degrees,
  };
}

/** Checks that the marker, 40 pixels wide, is in the map's centre. @returns that centre */
async function expectCentred(page: Page): Promise<{ x: number; y: number }> {
  const box = await marker(page).boundingBox();
  const frame = await surface(page).boundingBox();
  if (!box || !frame) throw new Error('No marker to be seen.');
  expect([box.width, box.height]).toEqual([40, 40]);
  const middle = { x: box.x + 20, y: box.y + 20 };
  expect(Math.abs(middle.x - frame.x - frame.width / 2)).toBeLessThanOrEqual(1);
  expect(Math.abs(middle.y - frame.y - frame.height / 2)).toBeLessThanOrEqual(1);
  return middle;
}
